// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_HPP
#define WEIR_VERIFY_GRAPHS_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/unique_lock.hpp>
#include <weir/verify/graphs/atomic.hpp>
#include <weir/verify/graphs/cell.hpp>
#include <weir/verify/graphs/clock.hpp>
#include <weir/verify/graphs/condition_variable.hpp>
#include <weir/verify/graphs/mutex.hpp>
#include <weir/verify/graphs/run.hpp>
#include <weir/verify/graphs/stop_state.hpp>
#include <weir/verify/graphs/thread.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/stop_callback.hpp>

#include <chrono>
#include <stop_token>

namespace weir::verify {

/// The platform of the search by graphs alone: it runs shipped code over every execution that RC11 allows. Objects live inside a scenario's
/// execution; execution::run_every_execution runs scenarios. What a scenario reads outside atomics, cells and locks must not depend on which
/// thread comes first, so the queues over Boost.Lockfree are not for it.
struct graphs {
  using axis = axes::platform;
  using where = platform::where;

  template <class T>
  using atomic = execution::atomic<T>;
  template <class T>
  using cell = execution::cell<T>;
  using mutex = execution::mutex;
  using unique_lock = platform::unique_lock<mutex>;
  using thread = execution::thread;
  template <class F>
  using stop_callback = verify::stop_callback<graphs, F>;

  /// Virtual time: it stands still until a timed wait reaches its deadline.
  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now(where at = where::current()) noexcept { return time_point(duration(execution::clock_now(at))); }
  };

  class condition_variable : execution::condition_variable {
   public:
    using execution::condition_variable::notify_all;
    using execution::condition_variable::notify_one;
    using execution::condition_variable::wait;
    void wait_until(unique_lock& lock, clock::time_point deadline, where at = where::current()) {
      execution::condition_variable::wait_until(lock, deadline.time_since_epoch().count(), at);
    }
  };

  static bool stop_requested(const std::stop_token& token, where at = where::current()) { return execution::stop_requested(token, at); }
  static bool request_stop(std::stop_source& source, where at = where::current()) { return execution::request_stop(source, at); }
  static void callbacks_change(const std::stop_token& token, where at = where::current()) { execution::callbacks_change(token, at); }

  static void fence(std::memory_order order, where at = where::current()) { execution::fence(order, at); }
  /// A loop that changes nothing waits by itself, see repetition.
  static void yield(where at = where::current()) { execution::the_replay->yields(at); }
  static void relax() noexcept {}
  /// Looks once: what others do before, is the search's to decide, so more looks would show nothing more.
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds) {
    return found();
  }

  static void*& slot() noexcept { return execution::the_replay->slot(); }
  /// Both answers are tried.
  static bool one_in(unsigned) noexcept { return choose(2) == 0; }
  static unsigned hardware_concurrency() noexcept { return 2; }

  static void check(bool holds, const char* claim, where at = where::current()) {
    if (!holds) execution::the_replay->fail(execution::fault::kind::claim, claim, at);
  }
  static void allocations_fail_after(unsigned spared) { execution::the_arena.spared = spared; }
  static unsigned choose(unsigned n, where at = where::current()) {
    return n <= 1 ? 0 : execution::the_replay->choose(n, execution::luck::any, at);
  }
};

}  // namespace weir::verify

#endif
