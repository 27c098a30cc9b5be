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

/// The rows with the most new pairs: three pairs of five. They are parts 1 to 4; part 1 runs with all tests. Parts 5 to 12 have the others.
inline constexpr std::size_t often = std::min(size, table.rows_with_pairs(60, rows));
constexpr std::size_t end_of_part(std::size_t part) { return part <= 4 ? often * part / 4 : often + (size - often) * (part - 4) / 8; }
static_assert(end_of_part(12) == size);

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

/// Everything that applies to rows First to First + Count - 1, or to what `Wrapped` makes of them.
template <std::size_t First, std::size_t Count, template <class> class Wrapped = as_it_is>
int run_rows(int argc, char** argv) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return run_claims<row_claims<First + I, Wrapped>...>(argc, argv);
  }(std::make_index_sequence<Count>());
}
template <std::size_t Part>
int run_part(int argc, char** argv) {
  return run_rows<end_of_part(Part - 1), end_of_part(Part) - end_of_part(Part - 1)>(argc, argv);
}

}  // namespace weir::verify::pairs

#endif
