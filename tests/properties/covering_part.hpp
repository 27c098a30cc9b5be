// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_COVERING_PART_HPP
#define TESTS_PROPERTIES_COVERING_PART_HPP

#include "tests/properties/covering.hpp"
#include "tests/properties/pools_of.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace weir::properties {

static_assert(covering::table.all_legal(covering::rows));
static_assert(covering::table.every_pair(covering::rows),
              "every legal pair of policies is in some row: bazel run //tests/properties:make_rows covering");

/// The rows are compiled in so many files.
inline constexpr std::size_t covering_parts = 8;

template <std::size_t Part>
inline constexpr std::size_t size_of_part = (covering::size + covering_parts - 1 - Part) / covering_parts;

/// Every row whose number has this remainder.
template <std::size_t Part>
std::vector<combination> covering_part() {
  std::vector<combination> some;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (add_row<covering::rows[covering_parts * I + Part]>(some), ...);
  }(std::make_index_sequence<size_of_part<Part>>());
  return some;
}

}  // namespace weir::properties

#endif
