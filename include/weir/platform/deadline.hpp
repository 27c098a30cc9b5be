// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_DEADLINE_HPP
#define WEIR_PLATFORM_DEADLINE_HPP

#include <weir/platform/durations.hpp>
#include <weir/platform/time_span.hpp>

namespace weir::platform {

/// `from + d`, clamped to TimePoint::min() and TimePoint::max().
template <class TimePoint>
[[nodiscard]] constexpr TimePoint no_later_than(TimePoint from, time_span d) noexcept {
  using duration = typename TimePoint::duration;
  if (d > duration::zero() && from.time_since_epoch() > duration::max() - d) return TimePoint::max();
  if (d < duration::zero() && from.time_since_epoch() < duration::min() - d) return TimePoint::min();
  return from + d;
}

/// The time at which `d` has passed on the platform's clock.
template <class P>
[[nodiscard]] typename P::clock::time_point deadline_in(time_span d) noexcept {
  return no_later_than(P::clock::now(), d);
}

/// Null for TimePoint::max(): a wait until then has no deadline.
template <class TimePoint>
[[nodiscard]] constexpr const TimePoint* finite(const TimePoint& deadline) noexcept {
  return deadline == TimePoint::max() ? nullptr : &deadline;
}
template <class TimePoint>
const TimePoint* finite(const TimePoint&& dies_at_once) = delete;

}  // namespace weir::platform

#endif
