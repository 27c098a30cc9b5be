// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_LOCKED_WAIT_HPP
#define WEIR_ENGINE_COROUTINE_LOCKED_WAIT_HPP

#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/waiting_thread.hpp>
#include <weir/engine/coroutine/waker.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/stop_callback.hpp>
#include <weir/platform/time_span.hpp>

#include <boost/intrusive/list.hpp>

#include <coroutine>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir::engine {

/// The wait of a coroutine, or of a thread, for something that a lock guards. Lies in the coroutine's frame, or on the thread's stack.
template <class P>
class waiting : public boost::intrusive::list_base_hook<> {
 public:
  using line = boost::intrusive::list<waiting, boost::intrusive::constant_time_size<false>>;

  /// Guarded by that lock. served, refused and called_off are final.
  enum class state : unsigned char {
    outside,     ///< not yet in the list of waiters
    in_line,
    served,
    refused,     ///< what it waits for cannot come any more
    called_off,  ///< its stop token was stopped first
  };

  /// Removes the first waiter from a list and answers it, under the lock; null if there is none. The caller resumes it after unlocking.
  static waiting* first_of(line& l, state answer) noexcept {
    if (l.empty()) return nullptr;
    waiting& first = l.front();
    l.pop_front();
    first.state_.write() = answer;
    return &first;
  }
  /// Resumes the coroutine or wakes the thread. Call once, after removal from the list, as the last access: the object may be destroyed then.
  void resume() {
    if (waker_ != nullptr)
      waker_->wake();
    else
      worker_->host().resume(*worker_);
  }

  /// The same for all of a list that were answered; it is empty then.
  static void resume_all(line& answered) {
    while (!answered.empty()) {
      waiting& each = answered.front();
      answered.pop_front();
      each.resume();
    }
  }

 protected:
  typename P::template cell<state> state_{state::outside};
  resumable<P>* worker_ = nullptr;  // null unless a coroutine waits
  waker* waker_ = nullptr;  // null unless a thread waits, or a coroutine for several things
};

/// `co_await` of something that a lock guards. `Self` has `mutex()`, the list of waiters `line()`, and `attempt(waiting*& next)`, called under that
/// lock. An attempt returns its result, or in_line if the coroutine must wait, and sets `next` to a waiter to resume, if any.
template <class Self, class P>
class locked_wait : public waiting<P> {
 public:
  using platform_type = P;
  using resumes_at_home = void;
  using is_withdrawable = void;
  explicit locked_wait(std::stop_token token) noexcept : token_(std::move(token)) {}
  locked_wait(const locked_wait&) = delete;
  locked_wait& operator=(const locked_wait&) = delete;
  /// A coroutine that is destroyed while it waits leaves the list.
  ~locked_wait() {
    if (this->worker_ == nullptr && this->waker_ == nullptr) return;
    stopped_.reset();
    typename P::unique_lock lock(self().mutex());
    if (this->state_.read() == state::in_line) leave();
  }

  bool await_ready() { return is_answered(false); }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> point) {
    this->worker_ = &resumable<P>::of(point);
    this->worker_->suspended_at(point);
    if (token_.stop_possible()) stopped_.emplace(token_, call{*this});  // may run the callback at once; called_off is kept
    return !is_answered(true);
  }

  /// Waits in the calling thread, and returns what `co_await` would. Any thread may call this, in place of `co_await`. In a task it holds the worker's
  /// thread: what it waits for must come from elsewhere.
  auto wait() {
    wait_as_thread(nullptr);
    return self().await_resume();
  }
  /// The same for at most `d`, a std::chrono::duration of any kind: then the result is as if the token had been stopped.
  auto wait_for(platform::time_span d) { return wait_until(platform::deadline_in<P>(d)); }
  /// The same until `t`, a time point of the platform's clock or of std::chrono::steady_clock.
  auto wait_until(platform::instant<typename P::clock> t) {
    const typename P::clock::time_point deadline = t;
    wait_as_thread(platform::finite(deadline));
    return self().await_resume();
  }

  /// Begins a wait of which `w` is told, once, when it is answered. True: it is answered at once, and `w` is not told. Afterwards await_resume().
  bool begin(waker& w) {
    this->waker_ = &w;
    if (token_.stop_possible()) stopped_.emplace(token_, call{*this});
    return is_answered(true);
  }
  /// Leaves the list of waiters, if the wait has not been answered. False: it has been, and its waker was told or is about to be.
  bool give_up() {
    typename P::unique_lock lock(self().mutex());
    if (this->state_.read() != state::in_line) return false;
    this->state_.write() = state::called_off;
    leave();
    return true;
  }

 protected:
  using typename waiting<P>::state;

  /// The result of the wait. The token cannot cancel it after this; the object may wait again.
  state ended() noexcept {
    stopped_.reset();
    this->worker_ = nullptr;
    this->waker_ = nullptr;
    return std::exchange(this->state_.write(), state::outside);
  }

 private:
  struct call {
    locked_wait& wait;
    void operator()() const { wait.cancel_wait(); }
  };

  Self& self() noexcept { return static_cast<Self&>(*this); }
  void leave() noexcept { self().line().erase(self().line().iterator_to(*this)); }

  /// Not inlined: clang++ may keep locals of an inlined function in the coroutine frame, which may be destroyed before the lock is released.
  [[gnu::noinline]] bool is_answered(bool else_stands_in_line) {
    waiting<P>* next = nullptr;
    {
      typename P::unique_lock lock(self().mutex());
      if (this->state_.read() != state::called_off) {
        const state answer = self().attempt(next);
        if (answer == state::in_line && !else_stands_in_line) return false;
        this->state_.write() = answer;
        if (answer == state::in_line) return self().line().push_back(*this), false;  // from here on it may be resumed and destroyed
      }
    }
    if (next != nullptr) next->resume();
    return true;
  }
  void wait_as_thread(const typename P::clock::time_point* deadline) {
    if (is_answered(false)) return;
    waiting_thread<P> thread;
    if (begin(thread)) return;
    struct sleeper {
      locked_wait& wait;
      waiting_thread<P>& thread;
      bool woken = false;
      /// After the deadline, or as the thread is cancelled: a wait that has been answered will be woken, and until then the object must live.
      ~sleeper() {
        if (!woken && !wait.give_up()) thread.sleep(nullptr);
      }
    } here{*this, thread};
    here.woken = thread.sleep(deadline);
  }
  void cancel_wait() {
    {
      typename P::unique_lock lock(self().mutex());
      const state before = this->state_.read();
      if (before != state::in_line && before != state::outside) return;  // answered already
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
