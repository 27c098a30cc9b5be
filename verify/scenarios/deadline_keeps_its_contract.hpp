// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_DEADLINE_KEEPS_ITS_CONTRACT_HPP
#define WEIR_VERIFY_SCENARIOS_DEADLINE_KEEPS_ITS_CONTRACT_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <algorithm>
#include <chrono>

namespace weir::verify::scenarios {

/// What an expiry policy answers, by itself: for worker times and ages from nothing to the longest. It must be no time before the worker had
/// anything to be idle for, and none that is over before the age that the policy looks at.
///
///     worker: idle since 10:00, may be idle for an hour     policy: until 10:06
template <class Expiry, class P>
struct deadline_keeps_its_contract {
  static constexpr const char* claim = "I14: a worker may leave when the age that the policy looks at has come, and not before";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 1, .pct3 = 0, .bound = 0};

  using policy = typename Expiry::template on<P>;
  using time_point = typename P::clock::time_point;
  using times = worker_times<time_point>;

  void thread(unsigned) {
    for (const auto idle_after : ages)
      for (const auto max_age : ages)
        for (const auto idle : passed)
          for (const auto born : passed)
            for (const auto left : passed)
              judge({start + idle, start + std::min(born, idle), start + std::min(left, idle)}, {idle_after, max_age});
    for (const auto age : {ages[1], ages[2], ages[3], ages[4]}) {
      const times now{start, start, start};
      const bool looks = policy::deadline(now, {age, age}) != policy::deadline(now, {ages[0], ages[0]});
      check<P>(!looks || policy::deadline(now, {age, age}) >= platform::no_later_than(start, age), claim);
    }
  }

 private:
  static void judge(const times& t, const lifetimes& l) {
    const time_point d = policy::deadline(t, l);
    check<P>(d == policy::deadline(t, l), "I14: for the same times and ages a deadline is the same");
    check<P>(d >= (policy::ends_busy ? t.born : t.idle_since), "I14: no worker's deadline is before it had nothing to do");
    constexpr std::chrono::milliseconds more(1);
    const auto not_earlier = [&](const times& later, const lifetimes& longer) {
      check<P>(policy::deadline(later, longer) >= d,
               "I14: later times and longer ages make no deadline earlier, and the longest overflow nothing");
    };
    not_earlier({t.idle_since + more, t.born, t.last_left}, l);
    not_earlier({t.idle_since, t.born + more, t.last_left}, l);
    not_earlier({t.idle_since, t.born, t.last_left + more}, l);
    not_earlier({t.idle_since, time_point::max(), t.last_left}, l);
    for (const auto longer : ages) {
      if (longer > l.idle_after) not_earlier(t, {longer, l.max_age});
      if (longer > l.max_age) not_earlier(t, {l.idle_after, longer});
    }
  }

  static constexpr std::chrono::nanoseconds ages[] = {std::chrono::nanoseconds(0), std::chrono::milliseconds(1), std::chrono::seconds(1),
                                                      std::chrono::hours(1), std::chrono::nanoseconds::max()};
  static constexpr std::chrono::nanoseconds passed[] = {std::chrono::nanoseconds(0), std::chrono::microseconds(3), std::chrono::minutes(2)};
  static constexpr time_point start{std::chrono::hours(1)};
};

}  // namespace weir::verify::scenarios

#endif
