// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_SMALLER_OF_HPP
#define WEIR_PLATFORM_SMALLER_OF_HPP

namespace weir::platform {

/// std::min and std::max for the headers of every pool. The header algorithm takes a twentieth of the time in which a file with a pool compiles.
template <class T>
[[nodiscard]] constexpr T smaller_of(T a, T b) noexcept {
  return b < a ? b : a;
}
template <class T>
[[nodiscard]] constexpr T larger_of(T a, T b) noexcept {
  return a < b ? b : a;
}

}  // namespace weir::platform

#endif
