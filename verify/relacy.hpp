// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_HPP
#define WEIR_VERIFY_RELACY_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/where.hpp>
#include <weir/verify/engines/atomic.hpp>
#include <weir/verify/engines/cell.hpp>
#include <weir/verify/engines/mutex.hpp>
#include <weir/verify/engines/thread.hpp>
#include <weir/verify/graphs/stop_state.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/moment.hpp>
#include <weir/verify/support/stop_callback.hpp>

#include <chrono>
#include <cstdio>
#include <stop_token>

namespace weir::verify {

/// The platform on which the model checkers run the shipped pool: Relacy and, with --scheduler=graphs, the search by graphs. Every operation
/// is a step that a scheduler orders, atomics follow the C++ memory model, unordered accesses to a cell are data races, threads that wait for ever
/// are deadlocks, and time, failing thread creation and spurious wake-ups are the scheduler's to decide, within budgets.
/// Objects of this platform live inside a scenario's execution; <weir/verify/support/verdict.hpp> runs scenarios.
struct relacy {
  using axis = axes::platform;
  using where = platform::where;

  template <class T>
  using atomic = engines::atomic<T>;
  template <class T>
  using cell = engines::cell<T>;
  using mutex = engines::mutex;
  using unique_lock = engines::unique_lock;
  using thread = engines::thread;
  template <class F>
  using stop_callback = verify::stop_callback<relacy, F>;

  /// Virtual time: it stands still until a timed wait reaches its deadline.
  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now(where at = where::current()) noexcept {
      return time_point(duration(engines::by_graphs() ? execution::clock_now(at) : checker::the_world.now));
    }
  };

  class condition_variable : engines::condition_variable {
   public:
    using engines::condition_variable::notify_all;
    using engines::condition_variable::notify_one;
    using engines::condition_variable::wait;
    void wait_until(unique_lock& lock, clock::time_point deadline, where at = where::current()) {
      engines::condition_variable::wait_until(lock, deadline.time_since_epoch().count(), at);
    }
  };

  static void fence(std::memory_order order, where at = where::current()) {
    engines::by_graphs() ? execution::fence(order, at) : checker::fence(order, at);
  }

  /// Another thread runs next, if one can. A loop that waits for another thread must yield, or it is a livelock.
  static void yield(where at = where::current()) {
    engines::by_graphs() ? execution::the_replay->yields(at) : rl::yield(1, checker::info(at));
  }

  /// Spinning takes no time here; a loop that waits must yield.
  static void relax() noexcept {}

  /// Looks once: when that is, and what others do before, is the scheduler's to decide, so more looks would show nothing more.
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds) {
    return found();
  }

  static void*& slot() noexcept {
    if (engines::by_graphs()) return execution::the_replay->slot();
    const bool thread = checker::the_world.in_thread && rl::is_ctx() && rl::ctx().threadx_ != nullptr;
    return checker::the_world.slot[thread ? rl::ctx().threadx_->index_ : checker::max_threads];
  }

  /// Both answers are tried.
  static bool one_in(unsigned) noexcept { return choose(2) == 0; }

  static unsigned hardware_concurrency() noexcept { return 2; }

  /// For weir::verify::check, choose, tell_calls and allocations_fail_after.
  static void check(bool holds, const char* claim, where at = where::current()) {
    if (holds) return;
    if (engines::by_graphs()) execution::the_replay->fail(execution::fault::kind::claim, claim, at);
    checker::fail(rl::test_result_user_assert_failed, claim, at);
  }
  static void tell_calls(const char* calls) {
    std::snprintf(checker::the_world.last_calls, sizeof checker::the_world.last_calls, "%s", calls);
  }
  static void allocations_fail_after(unsigned spared) {
    (engines::by_graphs() ? execution::the_arena.spared : checker::spared_allocations) = spared;
  }
  static unsigned choose(unsigned n, where at = where::current()) {
    if (n <= 1) return 0;
    return engines::by_graphs() ? execution::the_replay->choose(n, execution::luck::any, at) : checker::decide(n);
  }
  /// For weir::verify::this_moment and is_past.
  static moment this_moment() {
    if (engines::by_graphs()) return execution::the_replay->now();
    rl::thread_info_base& me = *rl::ctx().threadx_;
    return {static_cast<unsigned>(me.index_), ++me.own_acq_rel_order_};
  }
  static bool is_past(moment m) {
    if (engines::by_graphs()) return execution::the_replay->past()(m);
    return rl::ctx().threadx_->acq_rel_order_[m.thread] >= m.number;
  }
  /// What a std::stop_token does is a step of the search by graphs only.
  static bool stop_requested(const std::stop_token& token, where at = where::current()) {
    return engines::by_graphs() ? execution::stop_requested(token, at) : token.stop_requested();
  }
  static bool request_stop(std::stop_source& source, where at = where::current()) {
    return engines::by_graphs() ? execution::request_stop(source, at) : source.request_stop();
  }
  static void callbacks_change(const std::stop_token& token, where at = where::current()) {
    if (engines::by_graphs()) execution::callbacks_change(token, at);
  }
};

}  // namespace weir::verify

#endif
