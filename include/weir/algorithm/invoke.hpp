// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_INVOKE_HPP
#define WEIR_ALGORITHM_INVOKE_HPP

#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/unrolled_context.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace weir {

namespace engine {

/// Says in a sentence what is wrong with the arguments of invoke().
template <class Pool, class... F>
consteval bool explain_callables() {
  constexpr bool callable = ((takes_context_before<Pool, F> || std::is_invocable_v<F&>)&&...);
  static_assert(sizeof...(F) >= 1, "weir: invoke() needs something to call");
  static_assert(callable, "weir: invoke() calls what takes no arguments, or a weir::fork_context&; put other arguments into a lambda");
  return callable && sizeof...(F) >= 1;
}
/// No callable takes a context: each is taken to be worth a thread.
template <class Pool, class... F>
inline constexpr bool are_coarse = !(takes_context_before<Pool, F> || ...);

template <class Pool, class F>
using forked_result = decltype(call_with(std::declval<fork_context<Pool>&>(), std::declval<F&>()));

/// One of the callables, and the place of its result, which exists when all have ended.
template <class R, class F>
struct invocation {
  static constexpr bool plain = std::is_trivially_default_constructible_v<R> && std::is_trivially_copyable_v<R> && std::semiregular<R>;

  F& f;
  std::conditional_t<plain, R, std::optional<R>> result{};

  explicit invocation(F& callable) noexcept : f(callable) {}
  template <class Context>
  [[gnu::always_inline]] void operator()(Context& here) {
    if constexpr (plain)
      result = call_with(here, f);
    else
      result.emplace(call_with(here, f));
  }
  R get() {
    if constexpr (plain)
      return result;
    else
      return *std::move(result);
  }
};
template <class F>
struct invocation<void, F> {
  F& f;

  explicit invocation(F& callable) noexcept : f(callable) {}
  template <class Context>
  [[gnu::always_inline]] void operator()(Context& here) {
    call_with(here, f);
  }
  std::monostate get() const noexcept { return {}; }
};

/// `in_order`: by the caller alone; else each is forked, and `now`: promoted at once.
template <bool in_order, class Pool, class First>
[[gnu::always_inline]] inline void invoke_each(fork_context<Pool>& here, bool, First& first) {
  first(here);
}
template <bool in_order, class Pool, class First, class... Others>
[[gnu::always_inline]] inline void invoke_each(fork_context<Pool>& here, bool now, First& first, Others&... others) {
  const auto rest = [&](fork_context<Pool>& there) { invoke_each<in_order>(there, now, others...); };
  if constexpr (in_order)
    here.run_in_order(first, rest);
  else
    here.fork(first, rest, now);
}

template <class Run, class All, std::size_t... i>
[[gnu::always_inline]] inline void call_with_each(Run run, All& all, std::index_sequence<i...>) {
  run(std::get<i>(all)...);  // std::apply is not always put into its caller
}
/// Calls `run` with the callables, each as one that takes a context, and returns their results.
template <class Pool, class Run, class... F>
[[gnu::always_inline]] inline auto results_of(Run run, F&... f) {
  std::tuple<invocation<std::decay_t<forked_result<Pool, F>>, F>...> all(f...);
  call_with_each(run, all, std::index_sequence_for<F...>());
  if constexpr (!(std::is_void_v<forked_result<Pool, F>> && ...))
    // The type is named: std::tuple(p) of one pair p is a tuple of its two members.
    return std::apply([](auto&... each) { return std::tuple<decltype(each.get())...>(each.get()...); }, all);
}
template <class Pool, class... F>
[[gnu::always_inline]] inline auto invoke_forked(fork_context<Pool>& here, bool now, F&... f) {
  return results_of<Pool>([&](auto&... each) { invoke_each<false>(here, now, each...); }, f...);
}

/// How a callable that was passed as `F` is lent to other threads. A small one that the caller does not see again is copied: only the copy has an
/// address that others know, so callables that are called in order stay in registers.
template <class F, class Callable = std::remove_reference_t<F>>
using lent = std::conditional_t<!std::is_lvalue_reference_v<F> && std::is_trivially_copyable_v<Callable> &&
                                    std::is_copy_constructible_v<Callable> && sizeof(Callable) <= 4 * sizeof(void*),
                                Callable, Callable&>;
template <class Pool, class... F>
[[gnu::noinline]] auto invoke_apart(fork_context<Pool>& here, F... f) {
  constexpr bool coarse = are_coarse<Pool, std::remove_reference_t<F>...>;
  if (!coarse && here.keeps_enough()) return results_of<Pool>([&](auto&... each) { invoke_each<true>(here, false, each...); }, f...);
  return invoke_forked(here, coarse && here.may_promote_at_once(sizeof...(F)), f...);
}

/// What `f` returns; then, if `ends_half`, the fork above some unrolled levels is counted.
template <bool ends_half, class Pool, class Context, class F>
[[gnu::always_inline]] inline auto value_of(Context& here, F& f) {
  if constexpr (std::is_void_v<forked_result<Pool, F>>) {
    call_with(here, f);
    if constexpr (ends_half) here.first_half_of_levels_ended();
    return std::monostate();
  } else {
    std::decay_t<forked_result<Pool, F>> value = call_with(here, f);
    if constexpr (ends_half) here.first_half_of_levels_ended();
    return value;
  }
}
template <bool counts, class Context>
struct calls_in_order {
  Context& here;

  template <class First, class... Others>
  [[gnu::always_inline]] void operator()(First& first, Others&... others) const {
    first(here);
    if constexpr (counts) here.first_half_of_levels_ended();
    (others(here), ...);
  }
};
/// By the caller alone, in order. Nothing is kept for other threads. Both ways do the same: of the first g++ puts more levels of a recursion without
/// results into each other, of the second of one with results.
template <bool counts, class Pool, class Context, class First, class... Others>
[[gnu::always_inline]] inline auto invoke_in_order(Context& here, First& first, Others&... others) {
  if constexpr ((std::is_void_v<forked_result<Pool, First>> && ... && std::is_void_v<forked_result<Pool, Others>>)) {
    return results_of<Pool>(calls_in_order<counts, Context>{here}, first, others...);
  } else {
    using results = std::tuple<decltype(value_of<counts, Pool>(here, first)), decltype(value_of<false, Pool>(here, others))...>;
    return results{value_of<counts, Pool>(here, first), value_of<false, Pool>(here, others)...};  // braces: in this order
  }
}

}  // namespace engine

/// Calls `f`, `g` and the others, possibly at the same time, and returns when all have ended, with their results: `auto [a, b] = weir::invoke(pool, f,
/// g)`. Nothing is returned if all return void; else a void's place in the tuple is a std::monostate.
///
/// The caller works, and the pool's workers help when they are free, as in for_each_index; `where` likewise. Callables without parameters are taken to
/// be worth a thread each: help is called for at once; when `where` is a context, at most once in 20 us a callable, on average. A callable that takes a
/// weir::fork_context& is expected to fork again, and help is called for when that has gone on for about 20 us: so a tree of forks costs a few
/// nanoseconds a fork, and needs no cut-off. One that takes an `auto&` gets contexts of up to four types, so that the compiler can unroll a recursion.
///
///     long fib(auto& where, int n) {
///       if (n < 2) return n;
///       auto [a, b] = weir::invoke(where, [n](auto& here) { return fib(here, n - 1); }, [n](auto& here) { return fib(here, n - 2); });
///       return a + b;
///     }
///
/// Throws, when all that have begun have ended, what the first callable in the order of the arguments threw; callables after it are not called unless
/// another thread has begun them. Throws not_run(cancelled) if a thread was ended inside a callable.
///
/// Cost: a few nanoseconds a callable, and 200 bytes allocated if help is called for.
/// Visibility: what the caller did before is seen by the callables; what those did is seen by the caller afterwards.
template <class Pool, class... F>
auto invoke(Pool& where, F&&... f) {
  if constexpr (engine::explain_callables<Pool, std::remove_reference_t<F>...>()) {
    engine::unrolled_context<Pool> here(where);
    return engine::invoke_forked<Pool>(here, engine::are_coarse<Pool, std::remove_reference_t<F>...>, f...);
  }
}
template <class Pool, class... F>
[[gnu::always_inline]] inline auto invoke(fork_context<Pool>& where, F&&... f) {
  if constexpr (engine::explain_callables<Pool, std::remove_reference_t<F>...>()) {
    if constexpr (sizeof...(F) == 1) {
      return engine::invoke_in_order<false, Pool>(where, f...);
    } else {
      if constexpr (!engine::are_coarse<Pool, std::remove_reference_t<F>...>)
        if (where.may_unroll()) [[likely]]
          return engine::invoke_in_order<true, Pool>(engine::first_unrolled(where), f...);
      return engine::invoke_apart<Pool, engine::lent<F>...>(where, f...);
    }
  }
}
template <class Pool, int level, class... F>
[[gnu::always_inline]] inline auto invoke(engine::unrolled_context<Pool, level>& where, F&&... f) {
  if constexpr (engine::explain_callables<Pool, std::remove_reference_t<F>...>()) {
    if constexpr ((engine::takes_each_context<Pool, std::remove_reference_t<F>> && ...))
      return engine::invoke_in_order<false, Pool>(where.below(), f...);
    else
      return invoke(static_cast<fork_context<Pool>&>(where), f...);
  }
}

}  // namespace weir

#endif
