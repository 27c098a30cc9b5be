// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_TRANSFORM_REDUCE_HPP
#define WEIR_ALGORITHM_TRANSFORM_REDUCE_HPP

#include <weir/algorithm/blocks.hpp>
#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/loop_range.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <ranges>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// `total = op(total, right)`. What `op` returns may be a reference to one of its arguments.
template <class T, class Op, class Right>
void add_to(T& total, Op& op, Right&& right) {
  if constexpr (std::is_rvalue_reference_v<std::invoke_result_t<Op&, T, Right>>)
    total = T(std::invoke(op, std::move(total), std::forward<Right>(right)));  // else it could be moved to itself
  else
    total = std::invoke(op, std::move(total), std::forward<Right>(right));
}

/// Says in a sentence what an op must take and return.
template <class T, class Op, class Element>
consteval bool explain_op() {
  constexpr bool fits = std::is_invocable_r_v<T, Op&, T, Element> && std::is_invocable_r_v<T, Op&, T, T>;
  static_assert(fits,
                "weir: the op of a reduction is called with a total, an rvalue of the type of `init`, and an element or another total, "
                "and returns what converts to a total; a stop token stands after the op");
  return fits;
}

/// Reduces the elements of its blocks, which follow each other.
template <class Iterator, class T, class Op, class F>
struct reduce_body {
  Iterator begin;
  Op& op;
  F& f;
  std::optional<T> total{};  ///< of the elements so far; empty if there is none

  template <class Pool>
  static constexpr bool takes_context = takes_context_before<Pool, F, decltype(*std::declval<Iterator&>())>;
  template <class Pool>
  void operator()(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    if constexpr (explain_op<T, Op, decltype(call_with(here, f, *begin))>()) {
      const Iterator end = at(begin, last);
      Iterator i = at(begin, first);
      T sum = total ? T(*std::move(total)) : T(call_with(here, f, *i++));
      for (; i != end; ++i) add_to(sum, op, call_with(here, f, *i));
      total.emplace(std::move(sum));
    }
  }
  reduce_body split() const { return {begin, op, f}; }
  void join(reduce_body&& right) {
    if (right.total) add_to(*total, op, *std::move(right.total));
  }
};

/// Nothing if elements were skipped because a stop was requested.
template <class Where, class Range, class T, class Op, class F>
std::optional<T> transformed_and_reduced(Where& where, Range& range, T init, Op& op, F& f, std::stop_token token) {
  static_assert(explain_range<Range>());
  reduce_body<std::ranges::iterator_t<Range>, T, Op, F> body{std::ranges::begin(range), op, f};
  if (!run_blocks(where, length_of(range), body, std::move(token))) return std::nullopt;
  if (!body.total) return init;
  return T(std::invoke(op, std::move(init), *std::move(body.total)));
}

}  // namespace engine

/// `init op f(first element) op f(second) op ...`, grouped in any way, so `op` must be associative; the order is kept, so it need not be commutative.
/// Floating-point sums differ in the last digits from run to run. `T` is movable; `op` takes and returns it, or returns a reference to one of its
/// arguments; `f`'s results convert to it. Otherwise as for_each_index.
template <class Where, class Range, class T, class Op, class F>
[[nodiscard]] T transform_reduce(Where& where, Range&& range, T init, Op op, F f) {
  return *engine::transformed_and_reduced(where, range, std::move(init), op, f, {});
}
/// The same, or nothing if elements were skipped because a stop was requested.
template <class Where, class Range, class T, class Op, class F>
[[nodiscard]] std::optional<T> transform_reduce(Where& where, Range&& range, T init, Op op, F f, std::stop_token token) {
  return engine::transformed_and_reduced(where, range, std::move(init), op, f, std::move(token));
}

}  // namespace weir

#endif
