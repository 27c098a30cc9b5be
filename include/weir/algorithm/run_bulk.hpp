// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_RUN_BULK_HPP
#define WEIR_ALGORITHM_RUN_BULK_HPP

#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/for_each.hpp>

#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

/// Calls each callable of a range, possibly at the same time, and returns when all have ended: post_bulk() and a wait, or a task_group's run() for each
/// and its wait(), without an allocation and locks for each. Otherwise as for_each.
template <class Where, class Range>
bool run_bulk(Where& where, Range&& range, std::stop_token token = {}) {
  return for_each(
      where, range,
      [](auto&& callable) {
        constexpr bool fits = std::is_invocable_v<decltype(callable)>;
        static_assert(fits, "weir: run_bulk() calls each element of its range, without arguments, and these cannot be called so");
        if constexpr (fits) {
          static_assert(engine::explain_result<decltype(callable())>());
          static_cast<void>(callable());
        }
      },
      std::move(token));
}

}  // namespace weir

#endif
