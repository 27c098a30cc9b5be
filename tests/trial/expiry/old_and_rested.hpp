// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/expiry_policy.md
// conformance: expiry trial::old_and_rested
// 1: the sum of birth and age is taken as it is, also for a worker that has run nothing | `born` is `time_point::max()` for a worker that has run
// nothing; must not overflow 2: the earlier of the two times counts | A policy that looks at one of the ages lets no worker go before it 3: a worker
// is old after three quarters of its age | lets no worker go before it
// 4: the longer a worker may be idle, the earlier is it old | not earlier for later times or longer ages
// 5: each call draws another spread | asked again with the same, it answers the same
#ifndef TESTS_TRIAL_EXPIRY_OLD_AND_RESTED_HPP
#define TESTS_TRIAL_EXPIRY_OLD_AND_RESTED_HPP

#include "tests/trial/variant.hpp"

#include <weir/platform/deadline.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <algorithm>
#include <chrono>

namespace trial {

/// A worker leaves, also from a pool with tasks, when it is both options::max_age old and options::idle_after past its last task, or its first.
struct old_and_rested {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = true;

    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      using weir::platform::no_later_than;
      const time_point rested = no_later_than(t.idle_since, l.idle_after);
      if (broken == 1) return std::max(rested, t.born + l.max_age);
      if (broken == 2) return std::min(no_later_than(t.idle_since, l.idle_after / 8), no_later_than(t.born, l.max_age));
      if (broken == 3) return std::max(no_later_than(t.idle_since, l.idle_after / 4 * 3), no_later_than(t.born, l.max_age / 4 * 3));
      if (broken == 4) return no_later_than(t.born, std::max(l.max_age - l.idle_after / 2, std::chrono::nanoseconds(0)));
      if (broken == 5) {
        static unsigned drawn = 1;
        drawn = drawn * 1103515245 + 12345;
        return no_later_than(std::max(rested, no_later_than(t.born, l.max_age)), std::chrono::nanoseconds(drawn / 65536 % 4));
      }
      return std::max(rested, no_later_than(t.born, l.max_age));
    }
  };
};
static_assert(weir::expiry_policy<old_and_rested>);

template <class P>
using verified = weir::pool<old_and_rested, weir::queue::bounded<1>, P>;

}  // namespace trial

#endif
