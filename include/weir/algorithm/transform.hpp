// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_TRANSFORM_HPP
#define WEIR_ALGORITHM_TRANSFORM_HPP

#include <weir/algorithm/blocks.hpp>
#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/loop_range.hpp>

#include <cstddef>
#include <iterator>
#include <ranges>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// Writes `f` of each element of a block.
template <class Iterator, class Out, class F>
struct transform_body {
  Iterator begin;
  Out out;
  F& f;

  template <class Pool>
  static constexpr bool takes_context = takes_context_before<Pool, F, decltype(*std::declval<Iterator&>())>;
  template <class Pool>
  void operator()(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    const Iterator end = at(begin, last);
    Out to = at(out, first);
    for (Iterator i = at(begin, first); i != end; static_cast<void>(++i), ++to) *to = call_with(here, f, *i);
  }
  transform_body split() const { return *this; }
  void join(transform_body&&) const noexcept {}
};

}  // namespace engine

/// Writes `f(element)` for each element of `range`, in its order, from `out` on: `weir::transform(pool, in, out.begin(), f)`. `out` is a random access
/// iterator to as many elements; it may be the begin of `range`. Two threads write to neighbouring elements, so they must be objects of their own: not
/// those of a std::vector<bool>. Otherwise as for_each_index. If it throws or is stopped, some elements have been written.
template <class Where, class Range, class Out, class F>
bool transform(Where& where, Range&& range, Out out, F&& f, std::stop_token token = {}) {
  if constexpr (engine::explain_range<Range>() && engine::explain_written_elements<Out>()) {
    using body_type = engine::transform_body<std::ranges::iterator_t<Range>, Out, std::remove_reference_t<F>>;
    body_type body{std::ranges::begin(range), std::move(out), f};
    return engine::run_blocks(where, engine::length_of(range), body, std::move(token));
  } else {
    return false;
  }
}

}  // namespace weir

#endif
