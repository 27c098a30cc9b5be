// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_ENTRY_POOLS_HPP
#define TESTS_ENTRY_POOLS_HPP

#include "tests/entry/rows.hpp"

#include <weir/verify/harness.hpp>
#include <weir/verify/pool/every_policy.hpp>
#include <weir/weir.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace entry {

static_assert(table.all_legal(rows));
static_assert(table.every_pair(rows), "every legal pair of policies is in some row: bazel run //tests/properties:make_rows entry");

/// The rows that every run of the tests takes have every policy. They are parts 0 and 1; parts 2 to 15 have the others.
inline constexpr std::size_t often = std::min(size, table.rows_with_policies(rows));
constexpr std::size_t begin_of_part(std::size_t part) { return part <= 2 ? often * part / 2 : often + (size - often) * (part - 2) / 14; }
static_assert(begin_of_part(16) == size);

template <std::size_t I>
struct nth {
  template <class P>
  struct on {
    template <class... Policies>
    using pool = weir::pool<Policies..., P>;
  };
  template <class P>
  using pool = typename weir::verify::row_of<on<P>::template pool, rows[I], typename lists_of<rooms[rows[I][room]]>::type>::type;
};

/// Rows First to Last - 1, verified as a user verifies a pool of their own.
template <std::size_t First, std::size_t Last>
int verify_rows(int argc, char** argv) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return weir::verify::verify<nth<First + I>::template pool...>(argc, argv);
  }(std::make_index_sequence<Last - First>());
}
template <std::size_t Part>
int verify_part(int argc, char** argv) {
  return verify_rows<begin_of_part(Part), begin_of_part(Part + 1)>(argc, argv);
}

}  // namespace entry

#endif
