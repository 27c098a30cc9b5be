// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_REDUCE_HPP
#define WEIR_ALGORITHM_REDUCE_HPP

#include <weir/algorithm/transform_reduce.hpp>

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir {

/// `init op first element op second op ...`, by default the sum: `auto s = weir::reduce(pool, v, 0.0)`. The result has the type of
/// `init`: 0 makes an int of a sum of doubles. See transform_reduce.
template <class Where, class Range, class T, class Op = std::plus<>>
[[nodiscard]] T reduce(Where& where, Range&& range, T init, Op op = {}) {
  return transform_reduce(where, std::forward<Range>(range), std::move(init), std::move(op), std::identity());
}
/// The same, or nothing if elements were skipped because a stop was requested.
template <class Where, class Range, class T, class Op>
[[nodiscard]] std::optional<T> reduce(Where& where, Range&& range, T init, Op op, std::stop_token token) {
  return transform_reduce(where, std::forward<Range>(range), std::move(init), std::move(op), std::identity(), std::move(token));
}

}  // namespace weir

#endif
