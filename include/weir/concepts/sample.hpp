// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_SAMPLE_HPP
#define WEIR_CONCEPTS_SAMPLE_HPP

#include <bit>
#include <concepts>
#include <limits>

namespace weir {

/// Whether `found` is true for a number of a rising sample of all numbers of the type: each one up to 64, then each power of two with three numbers
/// between it and the next, and the greatest. A count that is cut to a shorter type, or compared with a limit, is in the sample. The compiler goes
/// through it for each pool of a file, so it is short.
template <std::unsigned_integral N, class F>
constexpr bool any_of_sample(F found) {
  constexpr N last = std::numeric_limits<N>::max();
  for (N n = 0;;) {
    if (found(n)) return true;
    if (n == last) return false;
    const N step = n < 64 ? N{1} : static_cast<N>(std::bit_floor(n) / 4);
    n = last - n > step ? static_cast<N>(n + step) : last;
  }
}

}  // namespace weir

#endif
