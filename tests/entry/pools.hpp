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
static_assert(table.every_policy({rows, 13}), "the rows that every run of the tests takes have every policy");
static_assert(size == 83, "_ROWS of BUILD.bazel");

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

/// Rows First to First + Count - 1, as far as there are so many, verified as a user verifies a pool of their own.
template <std::size_t First, std::size_t Count>
int verify_rows(int argc, char** argv) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return weir::verify::verify<nth<First + I>::template pool...>(argc, argv);
  }(std::make_index_sequence<std::min(Count, size - First)>());
}

}  // namespace entry

#endif
