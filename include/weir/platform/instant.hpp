// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_INSTANT_HPP
#define WEIR_PLATFORM_INSTANT_HPP

#include <weir/platform/durations.hpp>
#include <weir/platform/time_span.hpp>

#include <concepts>

namespace weir::platform {

/// Time points of `Other` are the same instants as those of `Clock`. A clock can name such a clock in a member `standard`.
template <class Other, class Clock>
concept tells_the_time_of = std::same_as<Other, Clock> || std::same_as<Other, typename Clock::time_point::clock> ||
                            requires { requires std::same_as<Other, typename Clock::standard>; };

/// A time point of a platform's clock. Time points of that clock with any duration convert to it, on the native platform those of
/// std::chrono::steady_clock too. Values outside of the clock's range are clamped.
template <class Clock>
class instant {
 public:
  using time_point = typename Clock::time_point;

  constexpr instant() noexcept = default;
  template <tells_the_time_of<Clock> Other, class Duration>
  constexpr instant(const std::chrono::time_point<Other, Duration>& t) noexcept : value_(time_span(t.time_since_epoch())) {}

  constexpr operator time_point() const noexcept { return value_; }

 private:
  time_point value_{};
};

}  // namespace weir::platform

#endif
