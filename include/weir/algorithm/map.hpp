// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_MAP_HPP
#define WEIR_ALGORITHM_MAP_HPP

#include <weir/algorithm/blocks.hpp>
#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/loop_range.hpp>
#include <weir/algorithm/transform.hpp>
#include <weir/algorithm/unrolled_context.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

namespace engine {

template <class Pool>
fork_context<Pool> context_in(fork_context<Pool>&);
template <class Pool>
  requires(!is_fork_context<Pool>)
fork_context<Pool> context_in(Pool&);
/// The context that callables get from an algorithm that was called with a `Where`: with a pool, or with a context or a class derived from it.
template <class Where>
using context_of = decltype(context_in(std::declval<Where&>()));

/// Makes the results of a block where they are collected; they need not be assignable.
template <class Iterator, class Result, class F>
struct map_body {
  Iterator begin;
  std::optional<Result>* made;
  F& f;

  template <class Pool>
  static constexpr bool takes_context = takes_context_before<Pool, F, decltype(*std::declval<Iterator&>())>;

  template <class Pool>
  void operator()(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i != last; ++i) made[i].emplace(call_with(here, f, *at(begin, i)));
  }
  map_body split() const { return *this; }
  void join(map_body&&) const noexcept {}
};

/// Says in a sentence what results cannot be collected.
template <class Result>
consteval bool explain_collected() {
  static_assert(!std::is_void_v<Result>, "weir: map() collects what the callable returns, and this one returns nothing; use for_each()");
  static_assert(!std::is_same_v<Result, std::vector<bool>::reference>,
                "weir: map() would collect references to the bits of a std::vector<bool>; have the callable return a bool");
  return !std::is_void_v<Result>;
}

}  // namespace engine

/// The results of `f(element)` for each element of `range`, in its order: `std::vector<page> pages = weir::map(pool, urls, fetch)`. Otherwise as
/// for_each_index. Throws std::bad_alloc too. Results that cannot be default-constructed or assigned cost a second vector and a move each, and so do
/// bools.
template <class Where, class Range, class F>
[[nodiscard]] auto map(Where& where, Range&& range, F&& f) {
  static_assert(engine::explain_range<Range>());
  using result =
      std::remove_cvref_t<decltype(engine::call_with(std::declval<engine::context_of<Where>&>(), f, *std::ranges::begin(range)))>;
  const auto n = engine::length_of(range);
  if constexpr (!engine::explain_collected<result>()) {
    return;
  } else if constexpr (std::default_initializable<result> && std::movable<result> && !std::is_same_v<result, bool>) {
    std::vector<result> results(n);
    transform(where, range, results.begin(), f);
    return results;
  } else {
    std::vector<std::optional<result>> made(n);
    engine::map_body<std::ranges::iterator_t<Range>, result, std::remove_reference_t<F>> body{std::ranges::begin(range), made.data(), f};
    engine::run_blocks(where, n, body, {});
    std::vector<result> results;
    results.reserve(n);
    for (auto& each : made) results.push_back(*std::move(each));
    return results;
  }
}

}  // namespace weir

#endif
