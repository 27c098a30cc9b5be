// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SLEEP_HPP
#define WEIR_SLEEP_HPP

#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/stop_callback.hpp>
#include <weir/platform/time_span.hpp>

#include <coroutine>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir {

namespace engine {

template <class P>
class sleep {
 public:
  using time_point = typename P::clock::time_point;
  using resumes_at_home = void;
  explicit sleep(time_point due) noexcept : due_(due) {}

  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> point) const {
    auto& me = resumable<P>::of(point);
    me.suspended_at(point).resume_at(me, due_);
  }
  void await_resume() const noexcept {}

 protected:
  time_point due_;
};

/// A sleep that a stop token can end.
template <class P>
class stoppable_sleep : sleep<P> {
 public:
  using typename sleep<P>::time_point;
  using typename sleep<P>::resumes_at_home;
  stoppable_sleep(time_point due, std::stop_token token) noexcept : sleep<P>(due), token_(std::move(token)) {}

  using sleep<P>::await_ready;
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> point) {
    me_ = &resumable<P>::of(point);
    auto& host = me_->suspended_at(point);
    ended_early_.emplace(token_, stop{*me_, host});  // may run the callback at once; the cancellation is kept
    host.resume_at(*me_, this->due_);
  }
  /// True if the time passed, false if a stop ended the sleep.
  bool await_resume() noexcept {
    ended_early_.reset();  // no callback runs after this
    return !me_->take_cancelled();
  }

 private:
  struct stop {
    resumable<P>& w;
    resumer<P>& host;
    void operator()() const { host.cancel_wait(w); }
  };
  std::stop_token token_;
  resumable<P>* me_ = nullptr;
  std::optional<platform::stop_callback<P, stop>> ended_early_;
};

template <class P>
struct turn_given_up {
  using resumes_at_home = void;
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> point) const {
    auto& me = resumable<P>::of(point);
    me.suspended_at(point).resume(me);
  }
  void await_resume() const noexcept {}
};

}  // namespace engine

/// `co_await sleep_for(d)` in a coroutine that a pool runs: the coroutine is resumed when `d` has passed, at most 66 microseconds later if a thread
/// is free, and never earlier. `d` is a std::chrono::duration of any kind; one beyond the clock's range never passes, a negative one or a NaN has
/// passed. It holds no thread and allocates nothing. In any other coroutine it throws std::logic_error.
///
/// A template rather than a platform::time_span, because the result of a conversion within a co_await would lie in the coroutine's frame.
template <class P = platform::native, class Rep, class Period>
[[nodiscard("weir: write co_await")]] engine::sleep<P> sleep_for(std::chrono::duration<Rep, Period> d) noexcept {
  return engine::sleep<P>(platform::deadline_in<P>(d));
}
/// The same until a time point of the platform's clock; natively of std::chrono::steady_clock, of any resolution.
template <class P = platform::native>
[[nodiscard("weir: write co_await")]] engine::sleep<P> sleep_until(platform::instant<typename P::clock> due) noexcept {
  return engine::sleep<P>(due);
}
/// The same, but a stop of the token ends the sleep: `co_await` gives false then, and true if the time passed.
template <class P = platform::native, class Rep, class Period>
[[nodiscard("weir: write co_await")]] engine::stoppable_sleep<P> sleep_for(std::chrono::duration<Rep, Period> d,
                                                                           std::stop_token token) noexcept {
  return {platform::deadline_in<P>(d), std::move(token)};
}
template <class P = platform::native>
[[nodiscard("weir: write co_await")]] engine::stoppable_sleep<P> sleep_until(platform::instant<typename P::clock> due,
                                                                             std::stop_token token) noexcept {
  return {due, std::move(token)};
}

/// `co_await yield()`: resumes the coroutine after the others that are ready. On several threads: after those of its thread, mostly.
template <class P = platform::native>
[[nodiscard("weir: write co_await")]] engine::turn_given_up<P> yield() noexcept {
  return {};
}

}  // namespace weir

#endif
