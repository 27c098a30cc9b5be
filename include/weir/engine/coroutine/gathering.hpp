// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_GATHERING_HPP
#define WEIR_ENGINE_COROUTINE_GATHERING_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/waker.hpp>

#include <array>
#include <coroutine>
#include <cstddef>

namespace weir::engine {

/// A coroutine that waits for one of several things, or for a time. Lies in the coroutine's frame.
///
/// A wait is begun with begin(waker&), true if its answer is there at once, and withdrawn with give_up(), false if its answer is there or on its way:
/// then its waker is woken, and the coroutine must not go on before. So there may be three suspensions. The first one ends by the time, or by the
/// first answer, which ends it like a sleep that is cancelled. If both come together, the second one waits for the latter, so that no late cancellation
/// ends a later sleep. The third one waits for the other answers that are on their way.
template <class P, std::size_t N>
class gathering {
 public:
  using time_point = typename P::clock::time_point;

  gathering() {
    for (part& each : parts_) each.whole = this;
  }
  gathering(const gathering&) = delete;
  gathering& operator=(const gathering&) = delete;

  [[nodiscard]] waker& part_of(std::size_t i) noexcept { return parts_[i]; }

  /// `co_await`: throws std::logic_error if no pool runs the coroutine. Before the first wait is begun.
  auto here() noexcept { return own{*this}; }
  /// `co_await`: until an answer has come, or until `due`.
  auto first(time_point due) noexcept { return first_answer{*this, due}; }
  /// `co_await`: if an answer has ended that wait, or is about to, until it has.
  auto its_end() noexcept { return end_of_first{*this}; }
  /// `co_await`: until `n` answers have come.
  auto answers(std::size_t n) noexcept { return all_answers{*this, n}; }

 private:
  enum class phase : unsigned char { running, timed, ended, suspended };
  struct book {
    std::size_t told = 0;
    std::size_t wanted = 0;
    phase now = phase::running;
  };

  struct part final : waker {
    gathering* whole = nullptr;
    void wake() override { whole->tell(); }
  };

  struct own {
    using resumes_at_home = void;
    gathering& whole;
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> point) const {
      whole.who_ = &resumable<P>::of(point);
      return false;
    }
    void await_resume() const noexcept {}
  };
  struct first_answer {
    using resumes_at_home = void;
    gathering& whole;
    time_point due;
    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> point) const { return whole.sleep(point, due); }
    void await_resume() const noexcept {}
  };
  struct end_of_first {
    using resumes_at_home = void;
    gathering& whole;
    bool await_ready() const { return !whole.is_ended_by_an_answer() || whole.who_->home().is_cancelled(*whole.who_); }
    void await_suspend(std::coroutine_handle<> point) const {
      auto& who = *whole.who_;
      who.suspended_again_at(point).resume_at(who, time_point::max());
    }
    void await_resume() const noexcept { static_cast<void>(whole.who_->take_cancelled()); }
  };
  struct all_answers {
    using resumes_at_home = void;
    gathering& whole;
    std::size_t n;
    bool await_ready() const noexcept { return n == 0; }
    bool await_suspend(std::coroutine_handle<> point) const { return whole.wait_for(point, n); }
    void await_resume() const noexcept {}
  };

  // Not inlined: clang++ may keep locals of an inlined function in the coroutine frame, which may be destroyed before these return.
  [[gnu::noinline]] bool sleep(std::coroutine_handle<> point, time_point due) {
    resumable<P>& who = *who_;
    auto& host = who.suspended_at(point);
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      if (b.told != 0) return false;
      b.now = phase::timed;
    }
    host.resume_at(who, due);
    return true;
  }
  [[gnu::noinline]] bool wait_for(std::coroutine_handle<> point, std::size_t n) {
    who_->suspended_at(point);
    typename P::unique_lock lock(mutex_);
    book& b = book_.write();
    if (b.told >= n) return false;
    b.wanted = n;
    b.now = phase::suspended;
    return true;
  }
  /// No answer ends the first wait after this.
  bool is_ended_by_an_answer() {
    typename P::unique_lock lock(mutex_);
    book& b = book_.write();
    if (b.now == phase::timed) b.now = phase::running;
    return b.now == phase::ended;
  }
  void tell() {
    resumable<P>* who = nullptr;
    bool sleeps = false;
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      ++b.told;
      sleeps = b.now == phase::timed;
      if (sleeps)
        b.now = phase::ended;
      else if (b.now == phase::suspended && b.told == b.wanted)
        b.now = phase::running;
      else
        return;
      who = who_;
    }
    sleeps ? who->host().cancel_wait(*who) : who->host().resume(*who);
  }

  std::array<part, N> parts_;
  resumable<P>* who_ = nullptr;
  typename P::mutex mutex_;
  typename P::template cell<book> book_;
};

/// Begins the waits in order, up to the first whose answer is there at once, waits for the first answer, until `due`, and withdraws the others.
/// Returns for each wait whether it has an answer.
template <class P, class... Waits>
basic_coroutine<std::array<bool, sizeof...(Waits)>, P> first_answers(typename P::clock::time_point due, Waits&... waits) {
  constexpr std::size_t n = sizeof...(Waits);
  gathering<P, n> all;
  co_await all.here();
  std::array<bool, n> answered{};
  std::size_t begun = 0;
  bool at_once = false;
  const auto begin = [&](auto& wait) {
    if (at_once) return;
    at_once = answered[begun] = wait.begin(all.part_of(begun));
    ++begun;
  };
  (begin(waits), ...);
  if (!at_once) co_await all.first(due);
  co_await all.its_end();
  std::size_t on_their_way = 0;
  std::size_t i = 0;
  const auto withdraw = [&](auto& wait) {
    if (i < begun && !answered[i]) {
      answered[i] = !wait.give_up();
      on_their_way += answered[i];
    }
    ++i;
  };
  (withdraw(waits), ...);
  co_await all.answers(on_their_way);
  co_return answered;
}

}  // namespace weir::engine

#endif
