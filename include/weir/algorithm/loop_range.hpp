// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_LOOP_RANGE_HPP
#define WEIR_ALGORITHM_LOOP_RANGE_HPP

#include <cstddef>
#include <iterator>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <type_traits>

namespace weir::engine {

/// Says in a sentence why a range cannot be shared by threads.
template <class Range>
consteval bool explain_range() {
  constexpr bool fits = std::ranges::random_access_range<Range> && std::ranges::sized_range<Range>;
  static_assert(fits,
                "weir: a parallel algorithm needs a range with a size and random access, such as a std::vector, a std::span or an array; "
                "copy the elements of others into a std::vector first");
  return fits;
}

/// Says in a sentence why threads cannot write neighbouring elements.
template <class Iterator>
consteval bool explain_written_elements() {
  constexpr bool random_access = std::random_access_iterator<Iterator>;
  static_assert(random_access,
                "weir: a parallel algorithm writes its output in any order, so it needs a random access iterator to elements that exist; "
                "resize() the output first, and pass its begin()");
  if constexpr (random_access) {
    static_assert(std::is_reference_v<std::iter_reference_t<Iterator>> || !std::is_same_v<std::iter_value_t<Iterator>, bool>,
                  "weir: the elements of a std::vector<bool> share words, so two threads cannot write them; take a std::vector<char>");
  }
  return random_access;
}

/// Throws std::length_error for a range of integers of 128 bits that has more elements than std::size_t can count.
template <class Range>
std::size_t length_of(Range& range) {
  const auto n = std::ranges::size(range);
  if constexpr (sizeof(n) > sizeof(std::size_t)) {
    if (n > std::numeric_limits<std::size_t>::max()) throw std::length_error("weir: a range has more elements than std::size_t can count");
  }
  return static_cast<std::size_t>(n);
}

/// `n` elements after `begin`.
template <class Iterator>
Iterator at(const Iterator& begin, std::size_t n) {
  return begin + static_cast<std::iter_difference_t<Iterator>>(n);
}

}  // namespace weir::engine

#endif
