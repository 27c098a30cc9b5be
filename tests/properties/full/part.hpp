// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_FULL_PART_HPP
#define TESTS_PROPERTIES_FULL_PART_HPP

#include "tests/properties/covering.hpp"
#include "tests/properties/pools_of.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weir::properties {

/// How many policies of each axis the product has, the first ones of the lists. With all of them it would be ten times as many pools.
inline constexpr covering::row in_the_product = [] {
  covering::row n{};
  n[covering::workers] = 3;
  n[covering::expiry] = 4;
  n[covering::panic] = 5;
  n[covering::growth] = 3;
  n[covering::wake] = n[covering::observer] = 2;
  n[covering::parking] = n[covering::agents] = 1;
  return n;
}();

/// The n-th set of policies with this queue and this blocking policy, whether it is legal or not.
constexpr covering::row numbered_row(std::uint8_t queue, std::uint8_t blocking, std::size_t n) {
  covering::row r{queue, blocking};
  for (std::size_t a = covering::workers; a != covering::reaction_of_row; ++a) {
    r[a] = static_cast<std::uint8_t>(n % in_the_product[a]);
    n /= in_the_product[a];
  }
  while (covering::table.refused[covering::queue][queue][covering::reaction_of_row][r[covering::reaction_of_row]] ||
         covering::table.refused[covering::blocking][blocking][covering::reaction_of_row][r[covering::reaction_of_row]])
    ++r[covering::reaction_of_row];
  return r;
}

constexpr std::size_t sets_per_part = [] {
  std::size_t n = 1;
  for (std::size_t a = covering::workers; a != covering::reaction_of_row; ++a) n *= in_the_product[a];
  return n;
}();

template <auto Row>
void add_if_legal(std::vector<combination>& to) {
  if constexpr (covering::table.legal(Row)) add_row<Row>(to);
}

/// All legal pools with this queue and this blocking policy.
template <std::uint8_t Queue, std::uint8_t Blocking>
std::vector<combination> full_part() {
  std::vector<combination> all;
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    (add_if_legal<numbered_row(Queue, Blocking, N)>(all), ...);
  }(std::make_index_sequence<sets_per_part>());
  return all;
}

}  // namespace weir::properties

#endif
