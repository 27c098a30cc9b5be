// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_FOR_EACH_INDEX_HPP
#define WEIR_ALGORITHM_FOR_EACH_INDEX_HPP

#include <weir/algorithm/blocks.hpp>
#include <weir/algorithm/call_with.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// Calls `f` with each index of a block.
template <class Index, class F>
struct index_body {
  std::size_t base;  ///< unsigned, so that no sum overflows
  F& f;

  template <class Pool>
  static constexpr bool takes_context = takes_context_before<Pool, F, Index>;
  template <class Pool>
  void operator()(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i != last; ++i) static_cast<void>(call_with(here, f, static_cast<Index>(base + i)));
  }
  index_body split() const noexcept { return *this; }
  void join(index_body&&) const noexcept {}
};

}  // namespace engine

/// Calls `f(i)` for each `i` of [first, last) and returns when all calls have ended: `weir::for_each_index(pool, 0, n, [&](int i) { ... })`.
///
/// The caller works: it runs blocks of consecutive indices, and the pool's workers, when they are free, take halves of what is left. So the loop ends
/// even if the pool is full, paused, closed or has no thread, and loops may be nested in tasks and in loops, to any depth, on one worker. Indices are
/// called concurrently and in no order; those of a block in order.
///
/// `where` is a pool, or the weir::fork_context that the caller was given. An `f` that takes a fork_context& before the index gets one.
///
/// The indices have the type of `first`. A `last` of a type with greater values does not compile.
///
/// Throws the first exception that left a call of `f`; blocks that have not begun are skipped then, and so is the rest of the block that threw.
/// Throws not_run(cancelled) if a thread was ended inside `f`. Does nothing if `last <= first`.
/// With a `token` it returns false if indices were skipped because a stop was requested; blocks that have begun are finished. Without one: true.
/// A block has at most an eighth of the indices that are left; with a context, at most 128 if that is more, and at most 8 at first,
/// or 32 if the last loop with a callable of this type was fast. A callable that takes a context has at most an eighth of them in a block, or one.
///
/// `f` must not wait for the pool: no run(), no future of it, no wait_idle(), no pause(), and no post that may wait for room; try_post() does not wait.
///
/// A range of more than 32 indices calls for help when its first blocks have shown that at least 10 us of work are left, or when it begins if the pool's
/// last loop of this kind was long. A range of at most 32 calls for help when it begins, because each of them may be long, unless the last one was brief
/// and no other loop runs. The call is a task, which stays in the queue until a worker takes it, also when the loop has ended: many short loops on a
/// pool whose workers are busy fill its queue. Pass a context to loops that are parts of another.
///
/// Cost: nothing is allocated before help is called for, then 200 bytes a call; a few nanoseconds a block, of some microseconds.
/// Visibility: what the caller did before is seen by all calls of `f`; what those did is seen by the caller afterwards.
template <class Where, std::integral Index, std::integral Last, class F>
bool for_each_index(Where& where, Index first, Last last, F&& f, std::stop_token token = {}) {
  static_assert(
      sizeof(Last) <= sizeof(std::uintmax_t) &&  // which -std=gnu++20 has integers beyond
          static_cast<std::uintmax_t>(std::numeric_limits<Last>::max()) <= static_cast<std::uintmax_t>(std::numeric_limits<Index>::max()),
      "weir: for_each_index() counts in the type of `first`, which cannot hold every `last` of this type; write std::size_t{0}, or cast "
      "`last`");
  static_assert(sizeof(Index) <= sizeof(std::size_t), "weir: for_each_index() counts up to std::size_t; take an index of at most its size");
  if constexpr (std::is_signed_v<Last> && std::is_unsigned_v<Index>) {
    if (last < 0) return true;
  }
  const Index end = static_cast<Index>(last);
  if (end <= first) return true;
  engine::index_body<Index, std::remove_reference_t<F>> body{static_cast<std::size_t>(first), f};
  return engine::run_blocks(where, static_cast<std::size_t>(end) - body.base, body, std::move(token));
}

}  // namespace weir

#endif
