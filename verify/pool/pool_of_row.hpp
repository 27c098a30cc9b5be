// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_POOL_OF_ROW_HPP
#define WEIR_VERIFY_POOL_POOL_OF_ROW_HPP

#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/pool/every_policy.hpp>
#include <weir/verify/pool/pairs.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/weir.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace weir::verify::pairs {

static_assert(table.all_legal(rows));
static_assert(table.every_pair(rows), "every legal pair of policies is in some row: bazel run //tests/properties:make_rows pairs");
static_assert(table.count({rows, 24}).had >= 513, "the rows that every run of the tests takes have 78 pairs of 100");
static_assert(size > 54 && size <= 60, "pairs_1 to pairs_10 have six rows each, the last one as many as are left");

template <class... Policies>
using checked_pool = pool<Policies..., relacy>;
template <std::size_t I>
using pool_of_row = hearing<typename row_of<checked_pool, rows[I], lists>::type>;

/// What a program with several rows calls this one.
template <std::size_t I>
struct row_name {
  static inline const std::string text = "row_" + std::to_string(I);
};
template <class Pool>
using as_it_is = Pool;
template <std::size_t I, template <class> class Wrapped>
using row_claims = claims_under<row_name<I>, pool_claims<Wrapped<pool_of_row<I>>>>;

/// Everything that applies to rows First to First + Count - 1, as far as there are so many, or to what `Wrapped` makes of them.
template <std::size_t First, std::size_t Count, template <class> class Wrapped = as_it_is>
int run_rows(int argc, char** argv) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return run_claims<row_claims<First + I, Wrapped>...>(argc, argv);
  }(std::make_index_sequence<std::min(Count, size - First)>());
}

}  // namespace weir::verify::pairs

#endif
