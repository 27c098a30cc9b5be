// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_STORAGE_TIME_SCALE_HPP
#define WEIR_POLICIES_OBSERVER_STORAGE_TIME_SCALE_HPP

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace weir::observer {

/// A log-linear scale of durations: each power of two of nanoseconds is divided into 2^Bits classes of the same width. Durations below 2^(Bits + 1) ns
/// have a class each; those from 2^(Bits + Octaves) ns on are in the last class.
template <unsigned Bits, unsigned Octaves>
struct time_scale {
  static_assert(Octaves >= 1 && Bits + Octaves < 63,
                "weir::observer::histograms_by<Bits, Octaves>: the scale has 1 octave or more, and ends below 2^63 ns");
  static constexpr std::size_t size = std::size_t{Octaves + 1} << Bits;

  /// The class of a duration; a negative one counts as 0.
  static constexpr std::size_t class_of(std::chrono::nanoseconds took) noexcept {
    const auto ns = static_cast<std::uint64_t>(std::max(took.count(), std::chrono::nanoseconds::rep{0}));
    const unsigned coarser = octave_of(ns);
    return std::min((std::size_t{coarser} << Bits) + static_cast<std::size_t>(ns >> coarser), size - 1);
  }
  /// The longest duration of a class, which exceeds the shortest by less than one part in 2^Bits; the last class has none.
  static constexpr std::chrono::nanoseconds longest_of(std::size_t each) noexcept {
    if (each >= size - 1) return std::chrono::nanoseconds::max();
    const unsigned coarser = each >> Bits == 0 ? 0 : static_cast<unsigned>((each >> Bits) - 1);
    const std::uint64_t next = std::uint64_t{each - (std::size_t{coarser} << Bits)} + 1;
    return std::chrono::nanoseconds(static_cast<std::chrono::nanoseconds::rep>((next << coarser) - 1));
  }

 private:
  static constexpr unsigned octave_of(std::uint64_t ns) noexcept {
    const auto digits = static_cast<unsigned>(std::bit_width(ns));
    return digits <= Bits ? 0 : digits - Bits - 1;
  }
};

}  // namespace weir::observer

#endif
