// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_DEADLINE_HPP
#define WEIR_PLATFORM_DEADLINE_HPP

#include <chrono>

namespace weir::platform {

/// `from + d`, or the end of time.
template <class TimePoint>
[[nodiscard]] constexpr TimePoint no_later_than(TimePoint from, std::chrono::nanoseconds d) noexcept {
  return d > TimePoint::max() - from ? TimePoint::max() : from + d;
}

}  // namespace weir::platform

#endif
