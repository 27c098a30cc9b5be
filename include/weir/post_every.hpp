// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POST_EVERY_HPP
#define WEIR_POST_EVERY_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/report.hpp>
#include <weir/platform/stop_callback.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>
#include <weir/sleep.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <type_traits>
#include <utility>

namespace weir {

/// When post_every() calls.
struct every {
  /// Between the beginnings of two calls, or with `fixed_delay` from the end of one to the beginning of the next.
  platform::time_span period;
  std::optional<platform::time_span> first = {};  ///< from post_every() to the first call; left out: the period
  bool fixed_delay = false;
};

namespace engine {

/// What a repetition and its task share: whether a call may begin, and whether one is under way.
template <class P>
class repetition_state {
 public:
  repetition_state() = default;
  repetition_state(const repetition_state&) = delete;
  repetition_state& operator=(const repetition_state&) = delete;
  ~repetition_state() {
    if (const auto& last = progress_.read().thrown) platform::report(last, "no call waited for the repetition");
  }

  /// A stop of that token ends the repetition as stop() does.
  void end_with(std::stop_token closing) { on_close_.emplace(std::move(closing), stopping{end_}); }
  [[nodiscard]] std::stop_token end() const noexcept { return end_.get_token(); }
  bool begins() {
    typename P::unique_lock lock(mutex_);
    return progress_.write().calling = !platform::stop_requested<P>(end());
  }
  void ended(std::exception_ptr thrown) {
    typename P::unique_lock lock(mutex_);
    progress_.write() = {false, std::move(thrown)};
  }
  /// No call begins after this. True if one is under way.
  bool stop() {
    platform::request_stop<P>(end_);
    typename P::unique_lock lock(mutex_);
    return progress_.read().calling;
  }
  std::exception_ptr thrown() {
    typename P::unique_lock lock(mutex_);
    return std::exchange(progress_.write().thrown, nullptr);
  }

 private:
  struct progress {
    bool calling = false;
    std::exception_ptr thrown;
  };

  struct stopping {
    std::stop_source end;
    void operator()() const {
      std::stop_source mine = end;  // the resumed sleeper may destroy this callback
      platform::request_stop<P>(mine);
    }
  };

  typename P::mutex mutex_;
  typename P::template cell<progress> progress_;
  std::stop_source end_;  // also ends the sleep
  std::optional<platform::stop_callback<P, stopping>> on_close_;
};

template <class Pool, class F>
struct repeated {
  using P = typename Pool::platform_type;
  using time_point = typename P::clock::time_point;

  decltype(kept_by_a_task(std::declval<Pool&>())) pool;
  time_point first;
  platform::time_span period;
  bool fixed_delay;
  std::shared_ptr<repetition_state<P>> shared;
  F f;

  basic_coroutine<void, P> operator()() { return run(*this); }

 private:
  static basic_coroutine<void, P> run(repeated& self) {
    for (time_point due = self.first;; due = self.fixed_delay ? platform::deadline_in<P>(self.period) : after(due, self.period)) {
      const bool in_time = co_await sleep_until<P>(due, self.shared->end());
      if (!in_time || self.pool.state() != run_state::open || !self.shared->begins()) co_return;
      std::exception_ptr thrown;
      try {
        if constexpr (coroutine_maker<F, P>)
          static_cast<void>(co_await std::invoke(self.f));
        else
          static_cast<void>(std::invoke(self.f));
      } catch (...) {
        platform::pass_on_forced_unwind();
        thrown = std::current_exception();
      }
      const bool failed = thrown != nullptr;
      self.shared->ended(std::move(thrown));
      if (failed) co_return;
    }
  }
  /// The next instant of the series that has not passed yet.
  static time_point after(time_point due, platform::time_span period) {
    const time_point now = P::clock::now();
    constexpr std::chrono::nanoseconds least(1);
    return platform::no_later_than(now, period - least - (now - due - least) % period);
  }
};

}  // namespace engine

/// What post_every() returns: the callable is called until this is destroyed. Movable, and over when moved from; may outlive the pool; used by one
/// thread at a time, except for stop().
template <class Pool>
class [[nodiscard("weir: the repetition ends with the object")]] repetition {
  using P = typename Pool::platform_type;

 public:
  template <class F>
  repetition(Pool& pool, const every& when, F&& f) : repetition(begun(), pool, when, std::forward<F>(f)) {
    // From here on it is an object, whose destructor ends the repetition when one of these throws.
    if (end_.ready()) end_.get();  // throws if the pool has refused it
    if constexpr (requires { pool.closing_token(); }) shared_->end_with(pool.closing_token());
  }
  repetition(repetition&&) noexcept = default;
  repetition& operator=(repetition&&) = delete;
  /// Calls stop(), and waits until a call that is under way has ended, except in a task of that pool. What the callable threw, unless wait() has
  /// thrown it, is printed to standard error.
  ~repetition() {
    if (shared_ == nullptr) return;
    const bool under_way = shared_->stop();
    if (!end_.valid() || !(under_way || end_.ready())) return;
    try {
      end_.get();
    } catch (const std::system_error&) {
      // a task of that pool cannot wait for it
    } catch (const not_run&) {
      // the call ended its thread, or the pool was stopped
    } catch (...) {
      platform::report(std::current_exception(), "no call waited for the repetition");  // it could not begin
    }
  }

  /// No call begins after this. Does not wait. May be called from any thread, also by the callable.
  void stop() {
    if (shared_ != nullptr) shared_->stop();
  }
  /// True when it has ended: it was stopped, the callable has thrown, or the pool is closed.
  [[nodiscard]] bool over() const { return !end_.valid() || end_.ready(); }
  /// Waits for that end, and throws what the callable threw; not_run if the pool was stopped and the task destroyed before it began;
  /// std::system_error(resource_deadlock_would_occur) from inside a task of that pool.
  void wait() {
    if (end_.valid()) end_.get();
    if (shared_ == nullptr) return;
    if (auto thrown = shared_->thrown()) std::rethrow_exception(std::move(thrown));
  }
  /// Waits for that end for at most `d`, a std::chrono::duration of any kind; false when it took longer. Throws nothing: wait() does then.
  bool wait_for(platform::time_span d) { return wait_until(platform::deadline_in<P>(d)); }
  /// The same until `deadline`, a time point of the pool's clock.
  bool wait_until(platform::instant<typename P::clock> deadline) { return !end_.valid() || end_.wait_until(deadline); }

 private:
  struct begun {};
  template <class F>
  repetition(begun, Pool& pool, const every& when, F&& f)
      : shared_(std::make_shared<engine::repetition_state<P>>()),
        end_(pool.submit(engine::repeated<Pool, std::decay_t<F>>{engine::kept_by_a_task(pool),
                                                                 platform::deadline_in<P>(when.first.value_or(when.period)), when.period,
                                                                 when.fixed_delay, shared_, std::forward<F>(f)})) {}

  std::shared_ptr<engine::repetition_state<P>> shared_;
  future<void, P> end_;
};

/// `auto r = weir::post_every(pool, 1s, f);`: calls `f` each time the period has passed, one call after the other, until `r` is destroyed or
/// stopped, `f` throws, or the pool is closed, which ends the sleep. Instants that pass during a
/// longer call are skipped. Between calls it holds no thread, but in a light pool a place. `f` may make a coroutine, which is awaited. Throws
/// std::invalid_argument unless the period, of any duration type, is positive (a NaN is not), not_run with the reason when the pool refuses it, and
/// what submit throws.
template <class Pool, class Duration, class F>
[[nodiscard("weir: the repetition ends with the object")]] repetition<Pool> post_every(Pool& pool, Duration period, F&& f) {
  static_assert(std::convertible_to<Duration, platform::time_span>,
                "weir: post_every(pool, period, f) wants a std::chrono duration for period, such as std::chrono::seconds(1), and after it "
                "what is called");
  return post_every(pool, every{.period = period}, std::forward<F>(f));
}
/// The same with `weir::every{.period = 1s, .first = 0s}`, which begins at once, or `weir::every{.period = 1s, .fixed_delay = true}`, where the period
/// begins when a call has ended. A `first` that is negative throws std::invalid_argument too.
template <class Pool, class F>
[[nodiscard("weir: the repetition ends with the object")]] repetition<Pool> post_every(Pool& pool, const every& when, F&& f) {
  static_assert(
      std::invocable<std::decay_t<F>&>,
      "weir: what post_every calls must be callable without arguments; put them into a lambda: post_every(pool, period, [=] { f(x); })");
  static_assert(engine::explain_callable<F, typename Pool::platform_type>());
  constexpr std::chrono::nanoseconds zero(0);
  if (when.period <= zero) throw std::invalid_argument("weir: the period of post_every must be positive");
  if (when.first && *when.first < zero) throw std::invalid_argument("weir: every::first must not be negative");
  task::refuse_empty(f);
  return {pool, when, std::forward<F>(f)};
}

}  // namespace weir

#endif
