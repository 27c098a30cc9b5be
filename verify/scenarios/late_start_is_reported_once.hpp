// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LATE_START_IS_REPORTED_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_LATE_START_IS_REPORTED_ONCE_HPP

#include <weir/platform/where.hpp>
#include <weir/policies/observer/late_starts.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// Two workers run a late task each, with the place of its post, while two checks ask for late tasks.
///
///     one check: reads what is kept
///     worker:    its task ends, and is kept
///     one check: forgets what is kept
template <class P>
struct late_start_is_reported_once {
  static constexpr const char* claim = "I5: a task that began late is reported once, with the place of its post";
  static constexpr int threads = 4;
  static constexpr int spawned = 0;
  static constexpr effort work{.bound = 2};

  void before() { late.limit(std::chrono::nanoseconds(0)); }
  void thread(unsigned i) {
    if (i >= 2) return look();
    late.began(workers[i]);
    late.taken(workers[i], std::chrono::nanoseconds(0));
    workers[i].posted_at.of_turn(platform::where{"", "", i});
    late.completed(workers[i]);
  }
  void finish() {
    look();
    for (auto& each : reports) check<P>(each.load(std::memory_order_relaxed) == 1, claim);
  }

  void look() {
    const auto lost = late.check([this](const observer::late_start& t) {
      check<P>(t.posted_at && t.posted_at->line < 2, claim);
      reports[t.posted_at->line].fetch_add(1, std::memory_order_relaxed);
    });
    check<P>(lost == 0, claim);
  }

  using late_starts = typename observer::late_starts::template on<P>;
  late_starts late;
  typename late_starts::per_worker workers[2];
  typename P::template atomic<int> reports[2];
};

}  // namespace weir::verify::scenarios

#endif
