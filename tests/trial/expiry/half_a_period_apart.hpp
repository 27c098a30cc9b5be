// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/expiry_policy.md
// conformance: expiry trial::half_a_period_apart
// 1: only the worker that left last is looked at | deadline: not before `t.idle_since`
// 2: the sum of time and age is taken as it is | must not overflow
// 3: a worker may leave after half of its age | A policy that looks at one of the ages lets no worker go before it
// 4: of the workers that ask, every second one is told that it may leave later | asked again with the same, it answers the same
// 5: the later the last one left, the earlier may this one | not earlier for later times
#ifndef TESTS_TRIAL_EXPIRY_HALF_A_PERIOD_APART_HPP
#define TESTS_TRIAL_EXPIRY_HALF_A_PERIOD_APART_HPP

#include "tests/trial/variant.hpp"

#include <weir/platform/deadline.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <algorithm>
#include <chrono>

namespace trial {

/// A worker leaves when it has been idle for options::idle_after, and half of that has passed since another one left: two of them per period.
struct half_a_period_apart {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;

    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      using weir::platform::no_later_than;
      if (broken == 1) return no_later_than(t.last_left, l.idle_after / 2);
      if (broken == 2) return std::max(t.idle_since + l.idle_after, t.last_left + l.idle_after / 2);
      if (broken == 3) return std::max(no_later_than(t.idle_since, l.idle_after / 2), no_later_than(t.last_left, l.idle_after / 2));
      if (broken == 4) {
        static bool odd = false;
        if (odd = !odd; odd) return no_later_than(no_later_than(t.idle_since, l.idle_after), l.idle_after / 2);
      }
      if (broken == 5) {
        if (t.last_left > t.idle_since)
          return no_later_than(t.idle_since, l.idle_after) -
                 std::min<std::chrono::nanoseconds>(l.idle_after, t.last_left - t.idle_since) / 2;
      }
      return std::max(no_later_than(t.idle_since, l.idle_after), no_later_than(t.last_left, l.idle_after / 2));
    }
  };
};
static_assert(weir::expiry_policy<half_a_period_apart>);

template <class P>
using verified = weir::pool<half_a_period_apart, weir::queue::bounded<1>, P>;

}  // namespace trial

#endif
