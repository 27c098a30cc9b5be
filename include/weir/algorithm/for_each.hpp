// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_FOR_EACH_HPP
#define WEIR_ALGORITHM_FOR_EACH_HPP

#include <weir/algorithm/blocks.hpp>
#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/loop_range.hpp>

#include <cstddef>
#include <ranges>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// Calls `f` with each element of a block.
template <class Iterator, class F>
struct element_body {
  Iterator begin;
  F& f;

  template <class Pool>
  static constexpr bool takes_context = takes_context_before<Pool, F, decltype(*std::declval<Iterator&>())>;
  template <class Pool>
  void operator()(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    const Iterator end = at(begin, last);
    for (Iterator i = at(begin, first); i != end; ++i) static_cast<void>(call_with(here, f, *i));
  }
  element_body split() const { return *this; }
  void join(element_body&&) const noexcept {}
};

}  // namespace engine

/// Calls `f(element)` for each element of a range that has random access: `weir::for_each(pool, v, [](auto& x) { ... })`. Otherwise as for_each_index.
/// An `f` that writes the elements of a std::vector<bool>, which share words, is a data race.
template <class Where, class Range, class F>
bool for_each(Where& where, Range&& range, F&& f, std::stop_token token = {}) {
  static_assert(engine::explain_range<Range>());
  engine::element_body<std::ranges::iterator_t<Range>, std::remove_reference_t<F>> body{std::ranges::begin(range), f};
  return engine::run_blocks(where, engine::length_of(range), body, std::move(token));
}

}  // namespace weir

#endif
