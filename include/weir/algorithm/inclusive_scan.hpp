// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_INCLUSIVE_SCAN_HPP
#define WEIR_ALGORITHM_INCLUSIVE_SCAN_HPP

#include <weir/algorithm/blocks.hpp>
#include <weir/algorithm/loop_range.hpp>
#include <weir/algorithm/transform_reduce.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

namespace engine {

/// Scans its blocks, which follow each other, as if no element came before them, and notes where the pieces of other threads begin.
template <class Iterator, class Out, class T, class Op>
struct scan_body {
  struct piece {
    std::size_t begin;
    T total;
  };

  Iterator in;
  Out out;
  Op& op;
  std::vector<piece> before{};  ///< the pieces that end where the current one begins
  std::size_t begin = 0;        ///< of the current piece
  std::optional<T> total{};     ///< of the current piece

  template <class Pool>
  static constexpr bool takes_context = false;
  template <class Pool>
  void operator()(fork_context<Pool>&, std::size_t first, std::size_t last) {
    if (!total) begin = first;
    const Iterator end = at(in, last);
    Iterator i = at(in, first);
    Out to = at(out, first);
    T sum = total ? T(std::invoke(op, *std::move(total), *i)) : T(*i);
    for (;;) {
      *to++ = sum;
      if (++i == end) break;
      add_to(sum, op, *i);
    }
    total.emplace(std::move(sum));
  }
  scan_body split() const { return {in, out, op}; }
  void join(scan_body&& right) {
    if (!right.total) return;
    before.push_back({begin, *std::move(total)});
    std::move(right.before.begin(), right.before.end(), std::back_inserter(before));
    begin = right.begin;
    total = std::move(right.total);
  }
};

/// Says in a sentence what an op must take and return.
template <class T, class Op, class Element>
consteval bool explain_scan_op() {
  constexpr bool fits =
      std::is_invocable_r_v<T, Op&, T, Element> && std::is_invocable_r_v<T, Op&, T, T> && std::is_invocable_r_v<T, Op&, const T&, T>;
  static_assert(
      fits,
      "weir: the op of inclusive_scan() is called with a total, which is an rvalue or const, and an element or an rvalue of its type, and "
      "returns what converts to a total; take parameters by value or by const reference");
  return fits;
}

/// Adds to the elements of each piece what comes before it.
template <class Out, class T, class Op>
struct carry_body {
  Out out;
  Op& op;
  const std::vector<std::pair<std::size_t, T>>& carries;  ///< where a piece begins, and the total of all elements before it
  std::size_t base;                                       ///< the first element that needs it

  template <class Pool>
  static constexpr bool takes_context = false;
  template <class Pool>
  void operator()(fork_context<Pool>&, std::size_t first, std::size_t last) {
    auto next = std::upper_bound(carries.begin(), carries.end(), base + first, [](std::size_t i, const auto& c) { return i < c.first; });
    for (std::size_t i = base + first; i != base + last;) {
      const std::size_t end = next == carries.end() ? base + last : std::min(base + last, next->first);
      const T& carry = std::prev(next)->second;
      for (; i != end; ++i) {
        auto&& each = *at(out, i);
        each = std::invoke(op, carry, T(each));
      }
      if (next != carries.end()) ++next;
    }
  }
  carry_body split() const { return *this; }
  void join(carry_body&&) const noexcept {}
};

}  // namespace engine

/// Writes, from `out` on, for each element of `range` the sum, or what `op` makes, of the elements up to it. `op` must be associative; it need not be
/// commutative. `out` is a random access iterator to as many elements of the range's value type, which are read too; it may be the begin of `range`.
/// They must be objects of their own, as in transform. The values must be copyable.
///
/// `op` is called with a total, as an rvalue or a const lvalue, and an element or an rvalue of its type.
///
/// A part that another thread has scanned is gone over once more: two calls of `op` for each of its elements. Without help there is one.
/// Otherwise as for_each_index. If it throws or is stopped, the output is unspecified.
template <class Where, class Range, class Out, class Op = std::plus<>>
bool inclusive_scan(Where& where, Range&& range, Out out, Op op = {}, std::stop_token token = {}) {
  static_assert(engine::explain_range<Range>());
  if constexpr (engine::explain_written_elements<Out>()) {
    using T = std::ranges::range_value_t<Range>;
    static_assert(
        std::is_same_v<std::iter_value_t<Out>, T>,
        "weir: inclusive_scan() keeps its totals in the output, so the output's elements have the type of the range's; transform() them "
        "first");
    if constexpr (engine::explain_scan_op<T, Op, std::ranges::range_reference_t<Range>>()) {
      const std::size_t n = engine::length_of(range);
      engine::scan_body<std::ranges::iterator_t<Range>, Out, T, Op> body{std::ranges::begin(range), out, op};
      if (!engine::run_blocks(where, n, body, token)) return false;
      if (body.before.empty()) return true;
      std::vector<std::pair<std::size_t, T>> carries;
      carries.reserve(body.before.size());
      carries.emplace_back(0, std::move(body.before.front().total));
      for (std::size_t k = 1; k != body.before.size(); ++k) {
        carries.back().first = body.before[k].begin;
        carries.emplace_back(0, std::invoke(op, T(carries.back().second), std::move(body.before[k].total)));
      }
      carries.back().first = body.begin;
      const std::size_t base = carries.front().first;
      engine::carry_body<Out, T, Op> rest{out, op, carries, base};
      return engine::run_blocks(where, n - base, rest, std::move(token));
    }
  }
  return false;
}

}  // namespace weir

#endif
