// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_EXPIRY_ONE_PER_PERIOD_HPP
#define WEIR_POLICIES_EXPIRY_ONE_PER_PERIOD_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/platform/deadline.hpp>

namespace weir::expiry {

/// At most one idle worker retires in any `options::idle_after`, down to `options::min_workers`. After gammazero/workerpool.
///
/// Guarantee:  no worker retires that was idle for less than a period, and none within a period of the previous one.
/// Cost:       as expiry::after_idle; while several are idle, each wakes once a period to check whether it may retire.
/// Not for:    giving back many threads fast: use expiry::after_idle.
/// Visibility: none of its own.
struct one_per_period {
  using axis = axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static constexpr time_point deadline(const worker_times<time_point>& t, const lifetimes& l) noexcept {
      return platform::no_later_than(t.idle_since > t.last_left ? t.idle_since : t.last_left, l.idle_after);
    }
  };
};

static_assert(expiry_policy<one_per_period>);

}  // namespace weir::expiry

#endif
