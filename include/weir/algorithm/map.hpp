// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_MAP_HPP
#define WEIR_ALGORITHM_MAP_HPP

#include <weir/algorithm/fork_context.hpp>
#include <weir/algorithm/loop_range.hpp>
#include <weir/algorithm/transform.hpp>

#include <concepts>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

namespace engine {

template <class Pool>
Pool pool_of(fork_context<Pool>&);
template <class Pool>
Pool pool_of(Pool&);
/// The context that callables get from an algorithm that was called with a `Where`.
template <class Where>
using context_of = fork_context<decltype(pool_of(std::declval<Where&>()))>;

}  // namespace engine

/// The results of `f(element)` for each element of `range`, in its order: `std::vector<page> pages = weir::map(pool, urls, fetch)`. Otherwise as
/// for_each_index. Throws std::bad_alloc too. Results that cannot be default-constructed cost a second vector and a move each, and so do bools.
template <class Where, class Range, class F>
[[nodiscard]] auto map(Where& where, Range&& range, F&& f) {
  static_assert(engine::explain_range<Range>());
  using result =
      std::remove_cvref_t<decltype(engine::call_with(std::declval<engine::context_of<Where>&>(), f, *std::ranges::begin(range)))>;
  static_assert(!std::is_void_v<result>, "weir: map() collects what the callable returns, and this one returns nothing; use for_each()");
  const auto n = engine::length_of(range);
  if constexpr (std::default_initializable<result> && std::movable<result> && !std::is_same_v<result, bool>) {
    std::vector<result> results(n);
    transform(where, range, results.begin(), f);
    return results;
  } else {
    std::vector<std::optional<result>> made(n);
    transform(where, range, made.begin(), f);
    std::vector<result> results;
    results.reserve(n);
    for (auto& each : made) results.push_back(*std::move(each));
    return results;
  }
}

}  // namespace weir

#endif
