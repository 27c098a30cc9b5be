// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_CALL_WITH_HPP
#define WEIR_ALGORITHM_CALL_WITH_HPP

#include <weir/algorithm/unrolled_context.hpp>
#include <weir/engine/coroutine/any_coroutine.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// Says in a sentence what a callable must not return.
template <class R>
consteval bool explain_result() {
  static_assert(
      !any_coroutine<std::remove_cvref_t<R>>,
      "weir: a parallel algorithm runs callables to their end, and would drop a coroutine; submit it to the pool, and co_await the future");
  return true;
}

/// Says in a sentence that a callable does not fit the algorithm.
template <bool callable>
consteval bool explain_call() {
  static_assert(
      callable,
      "weir: a parallel algorithm calls its callable with an element or index of the range, or with a weir::fork_context& and that; this "
      "one takes something else");
  return callable;
}

/// `F` takes a context of each type. Else it may be one of a function template that was called with an unrolled_context, and asks for that type.
template <class Pool, class F, class... Args>
inline constexpr bool takes_each_context = std::is_invocable_v<F&, fork_context<Pool>&, Args...>;
/// call_with() gives `f` the context.
template <class Pool, class F, class... Args>
inline constexpr bool takes_context_before =
    std::disjunction_v<std::is_invocable<F&, fork_context<Pool>&, Args...>, std::is_invocable<F&, unrolled_context<Pool>&, Args...>>;

/// Calls `f` with the context before the arguments if it takes one, else without.
template <class Pool, class F, class... Args>
decltype(auto) call_with(fork_context<Pool>& here, F& f, Args&&... args) {
  if constexpr (takes_each_context<Pool, F, Args...>) {
    static_assert(explain_result<std::invoke_result_t<F&, fork_context<Pool>&, Args...>>());
    return std::invoke(f, here, std::forward<Args>(args)...);
  } else if constexpr (takes_context_before<Pool, F, Args...>) {
    return std::invoke(f, static_cast<unrolled_context<Pool>&>(here), std::forward<Args>(args)...);
  } else if constexpr (explain_call<std::is_invocable_v<F&, Args...>>()) {
    static_assert(explain_result<std::invoke_result_t<F&, Args...>>());
    return std::invoke(f, std::forward<Args>(args)...);
  }
}
template <class Pool, int level, class F>
decltype(auto) call_with(unrolled_context<Pool, level>& here, F& f) {
  if constexpr (takes_each_context<Pool, F>)
    return std::invoke(f, here);
  else
    return call_with(static_cast<fork_context<Pool>&>(here), f);
}

}  // namespace weir::engine

#endif
