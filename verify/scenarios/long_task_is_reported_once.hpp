// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LONG_TASK_IS_REPORTED_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_LONG_TASK_IS_REPORTED_ONCE_HPP

#include <weir/platform/where.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <chrono>
#include <optional>

namespace weir::verify::scenarios {

/// Two workers begin a task each, and one of them ends it, while two checks look for long tasks. The clock moves on with each reading and begins
/// at 5, so that a time before it is none at which one of these tasks began: the first worker has had a task at 1. A worker joins the list while it is
/// read. Each task notes a place.
///
///     one check: the task has not been reported
///     the other: the task has not been reported, so it reports it
///     one check: reports it too
template <class P>
struct long_task_is_reported_once {
  static constexpr const char* claim = "I5: a task that runs for long is reported once, with the time since its begin";
  static constexpr int threads = 4;
  static constexpr int spawned = 0;
  static constexpr effort work{.bound = 1};

  struct ticking : P {
    struct clock : P::clock {
      using time_point = typename P::clock::time_point;
      static time_point now() noexcept { return time_point(std::chrono::nanoseconds(++ticks)); }
      static inline int ticks = 0;
    };
  };

  void before() {
    ticking::clock::ticks = 0;
    static_cast<void>(workers[0].turn.begin());
    static_cast<void>(workers[0].turn.drop());
    ticking::clock::ticks = 4;
  }
  void thread(unsigned i) {
    if (i < 2) {
      dog.began(workers[i]);
      workers[i].posted_at.exchange(platform::where{"", "", workers[i].place.read().number});
      if (i == 0) return;
      workers[i].posted_at.exchange(std::nullopt);
      dog.completed(workers[i]);
    } else {
      look();
    }
  }
  void finish() {
    look();
    const unsigned long_one = workers[0].place.read().number;
    check<P>(reports[long_one].load(std::memory_order_relaxed) == 1, claim);
    check<P>(reports[1 - long_one].load(std::memory_order_relaxed) <= 1, claim);
  }

  void look() {
    dog.check(std::chrono::nanoseconds(0), [this](const observer::long_task& t) {
      check<P>(t.worker && *t.worker < 2 && t.running.count() < ticking::clock::ticks - 4, claim);
      check<P>(!t.posted_at || t.posted_at->line == *t.worker, claim);
      reports[*t.worker].fetch_add(1, std::memory_order_relaxed);
    });
  }

  using watchdog = typename observer::watchdog::template on<ticking>;
  watchdog dog;
  typename watchdog::per_worker workers[2];
  typename P::template atomic<int> reports[2];
};

}  // namespace weir::verify::scenarios

#endif
