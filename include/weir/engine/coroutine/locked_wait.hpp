// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_LOCKED_WAIT_HPP
#define WEIR_ENGINE_COROUTINE_LOCKED_WAIT_HPP

#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/platform/stop_callback.hpp>

#include <boost/intrusive/list.hpp>

#include <coroutine>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir::engine {

/// A coroutine that waits for something that a lock guards, or has waited for it. It lives in the coroutine's frame.
template <class P>
class waiting : public boost::intrusive::list_base_hook<> {
 public:
  using line = boost::intrusive::list<waiting, boost::intrusive::constant_time_size<false>>;

  /// Guarded by that lock. Of the last three none is followed by another.
  enum class state : unsigned char {
    outside,     ///< has not come to the line yet
    in_line,
    served,
    refused,     ///< what it waits for will never come
    called_off,  ///< its token stopped
  };

  /// Takes the first one out of a line, under the lock; null if there is none. The caller has it go on when the lock is free.
  static waiting* first_of(line& l, state answer) noexcept {
    if (l.empty()) return nullptr;
    waiting& first = l.front();
    l.pop_front();
    first.state_.write() = answer;
    return &first;
  }
  /// Once, after it was taken out of its line. Afterwards it must not be touched: it may be gone.
  void resume() { worker_->host().resume(*worker_); }

 protected:
  typename P::template cell<state> state_{state::outside};
  resumable<P>* worker_ = nullptr;  // while it waits
};

/// `co_await` of what a lock guards. `Self` has `mutex()`, `line()` and `attempt(waiting*& next)`, which are called under that lock. An
/// attempt says what came of it, or in_line if there is nothing yet; and in `next` who goes on because of it.
template <class Self, class P>
class locked_wait : public waiting<P> {
 public:
  using resumes_at_home = void;
  explicit locked_wait(std::stop_token token) noexcept : token_(std::move(token)) {}
  locked_wait(const locked_wait&) = delete;
  locked_wait& operator=(const locked_wait&) = delete;
  /// A coroutine that is destroyed in line leaves it.
  ~locked_wait() {
    if (this->worker_ == nullptr) return;
    stopped_.reset();
    typename P::unique_lock lock(self().mutex());
    if (this->state_.read() == state::in_line) leave();
  }

  bool await_ready() { return is_answered(false); }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> point) {
    this->worker_ = &resumable<P>::of(point);
    this->worker_->suspended_at(point);
    if (token_.stop_possible()) stopped_.emplace(std::move(token_), call{*this});  // may call at once, which is remembered
    return !is_answered(true);
  }

 protected:
  using typename waiting<P>::state;

  /// After the wait, whatever ended it: nobody calls it off any more.
  state ended() noexcept {
    stopped_.reset();
    this->worker_ = nullptr;
    return this->state_.read();
  }

 private:
  struct call {
    locked_wait& wait;
    void operator()() const { wait.cancel_wait(); }
  };

  Self& self() noexcept { return static_cast<Self&>(*this); }
  void leave() noexcept { self().line().erase(self().line().iterator_to(*this)); }

  /// Not inlined: clang++ may keep the locals of what it inlines into a coroutine in its frame, which may be gone before the lock is free.
  [[gnu::noinline]] bool is_answered(bool else_stands_in_line) {
    waiting<P>* next = nullptr;
    {
      typename P::unique_lock lock(self().mutex());
      if (this->state_.read() != state::called_off) {
        const state answer = self().attempt(next);
        if (answer == state::in_line && !else_stands_in_line) return false;
        this->state_.write() = answer;
        if (answer == state::in_line) return self().line().push_back(*this), false;  // from here on it may be taken out, and be gone
      }
    }
    if (next != nullptr) next->resume();
    return true;
  }
  void cancel_wait() {
    {
      typename P::unique_lock lock(self().mutex());
      const state before = this->state_.read();
      if (before != state::in_line && before != state::outside) return;  // it has its answer, and keeps it
      this->state_.write() = state::called_off;
      if (before == state::outside) return;
      leave();
    }
    this->resume();
  }

  std::stop_token token_;
  std::optional<platform::stop_callback<P, call>> stopped_;
};

}  // namespace weir::engine

#endif
