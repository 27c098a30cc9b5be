// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/expiry_policy.md
// conformance: expiry trial::patient
// 1: the age is doubled as it is | must not overflow
// 2: the age counts from the worker's birth | deadline: not before `t.idle_since`
// 3: the age counts from now | asked again with the same, it answers the same
// 4: the deadline is cut to whole seconds | deadline: not before `t.idle_since`; no worker goes before its age
// 5: the age is counted in microseconds, in an int | not earlier for longer ages; must not overflow
#ifndef TESTS_TRIAL_EXPIRY_PATIENT_HPP
#define TESTS_TRIAL_EXPIRY_PATIENT_HPP

#include "tests/trial/variant.hpp"

#include <weir/platform/deadline.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <chrono>

namespace trial {

/// A worker leaves when it has been idle for twice options::idle_after.
struct patient {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;

    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      using weir::platform::no_later_than;
      if (broken == 1) return no_later_than(t.idle_since, l.idle_after * 2);
      if (broken == 2) return no_later_than(no_later_than(t.born, l.idle_after), l.idle_after);
      if (broken == 3) return no_later_than(P::clock::now(), l.idle_after);
      if (broken == 4) return std::chrono::floor<std::chrono::seconds>(no_later_than(t.idle_since, l.idle_after));
      if (broken == 5) {
        const int micros = static_cast<int>(l.idle_after.count() / 1000);
        return no_later_than(t.idle_since, std::chrono::microseconds(micros));
      }
      return no_later_than(no_later_than(t.idle_since, l.idle_after), l.idle_after);
    }
  };
};
static_assert(weir::expiry_policy<patient>);

template <class P>
using verified = weir::pool<patient, weir::queue::bounded<1>, P>;

}  // namespace trial

#endif
