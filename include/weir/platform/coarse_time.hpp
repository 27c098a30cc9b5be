// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_COARSE_TIME_HPP
#define WEIR_PLATFORM_COARSE_TIME_HPP

#include <weir/platform/durations.hpp>
#include <weir/platform/smaller_of.hpp>

namespace weir::platform {

/// When something begins, to a tick of the system (P::clock::coarse_now(), late by 1 to 10 ms), for a seventh of the price of the exact time; on a clock
/// without it, exactly. Later than `last`, so that no two of a worker's are the same.
template <class P>
struct coarse_time {
  static std::chrono::nanoseconds after(std::chrono::nanoseconds last) noexcept {
    using span = std::chrono::nanoseconds;
    return larger_of(now(), last == span::max() ? last : last + span(1));
  }

 private:
  static std::chrono::nanoseconds now() noexcept {
    if constexpr (requires { P::clock::coarse_now(); })
      return P::clock::coarse_now().time_since_epoch();
    else
      return P::clock::now().time_since_epoch();
  }
};

/// The same, exactly, whenever the last one was.
template <class P>
struct exact_time {
  static std::chrono::nanoseconds after(std::chrono::nanoseconds) noexcept { return P::clock::now().time_since_epoch(); }
};

}  // namespace weir::platform

#endif
