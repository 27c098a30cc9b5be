// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_THEN_HPP
#define WEIR_THEN_HPP

#include <weir/engine/task/continuation.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/runs_callables.hpp>
#include <weir/future.hpp>
#include <weir/task.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// How a continuation is called: with the value of a From if that is possible, else with the From.
template <class F, class Value, class From>
struct continued {
  static constexpr bool takes_value = std::is_invocable_v<F&, Value>;
  static constexpr bool takes_future = std::conjunction_v<std::bool_constant<!takes_value>, std::is_invocable<F&, From>>;
  static consteval auto result() {
    if constexpr (takes_value)
      return std::type_identity<std::invoke_result_t<F&, Value>>();
    else if constexpr (takes_future)
      return std::type_identity<std::invoke_result_t<F&, From>>();
    else
      return std::type_identity<void>();
  }
};
template <class F, class From>
struct continued<F, void, From> {
  static constexpr bool takes_value = std::is_invocable_v<F&>;
  static constexpr bool takes_future = std::conjunction_v<std::bool_constant<!takes_value>, std::is_invocable<F&, From>>;
  static consteval auto result() {
    if constexpr (takes_value)
      return std::type_identity<std::invoke_result_t<F&>>();
    else if constexpr (takes_future)
      return std::type_identity<std::invoke_result_t<F&, From>>();
    else
      return std::type_identity<void>();
  }
};
template <class F, class Value, class From>
using result_continued = typename decltype(continued<F, Value, From>::result())::type;
/// Of a shared_future each continuation sees the same value.
template <class R>
using shared_value = std::conditional_t<std::is_void_v<R> || std::is_reference_v<R>, R, std::add_lvalue_reference_t<const R>>;

/// False if an F cannot continue a From; a static_assert says why.
template <class F, class Value, class From>
consteval bool explain_continuation() {
  constexpr bool fits = continued<F, Value, From>::takes_value || continued<F, Value, From>::takes_future;
  static_assert(fits, "weir: what then() calls takes the future's value, or nothing if it is a future<void>, or the future");
  constexpr bool ends_here = !is_coroutine<result_continued<F, Value, From>, typename From::platform_type>;
  static_assert(ends_here, "weir: then() calls what ends with a value; in a coroutine write co_await of the future instead");
  return fits && ends_here;
}

/// `Value` is what `f` gets of a From.
template <class Value, class From, class Pool, class F>
auto continue_by(From&& from, Pool& pool, F&& f) {
  using callable = std::decay_t<F>;
  using P = typename From::platform_type;
  if constexpr (explain_runs_callables<Pool>() && explain_continuation<callable, Value, From>()) {
    using made = result_continued<callable, Value, From>;
    using whole = continuation<made, From, Pool, callable, continued<callable, Value, From>::takes_future>;
    task::refuse_empty(f);
    auto* const shared = new whole(std::move(from), pool, place_of(pool), callable(std::forward<F>(f)));
    future<made, P> result(shared);
    shared->start();
    return result;
  } else {
    return future<result_continued<callable, Value, From>, P>();
  }
}

}  // namespace engine

/// `auto page = weir::then(pool.submit(fetch), pool, parse)`: a future of `parse(value)`, which the pool runs when there is a value. No thread waits for
/// it, and nothing of it is in the pool before. `f` is called with the value, moved, or without an argument if there is none.
///
/// What is no value passes through: an exception, or the reason why the task did not run, completes the result, and `f` is destroyed without a call.
/// An `f` that takes a `weir::future` instead is called in every case, with the future, which is ready: its get() gives the value or throws.
///
/// The thread that completes `from` posts `f`, as by the pool's try_post: it never waits for room. A pool that is full or closed by then refuses `f`,
/// and the result's get() throws not_run with that reason; likewise `cancelled` when the pool hands it back and it is destroyed. The pool must live
/// until then. A wait for the result inside a task of the pool throws, as for a submitted task. To cancel a source passes through; the result itself
/// cannot be cancelled.
///
/// `f` must end in its call: in a coroutine await the future instead. Precondition: `from` is valid, and is moved. Throws std::invalid_argument for an
/// empty callable, std::bad_alloc, and what moving `f` throws. What the destructor of `f` throws goes to the panic policy of the pool on whose worker
/// that is; outside of a pool it is printed if `f` was not called. Cost: one allocation, of the result with all that belongs to it, and a post.
/// After folly's thenValue and thenTry, and C++20's extensions for concurrency (ISO/IEC TS 19571).
template <class R, class P, class Pool, class F>
[[nodiscard]] future<engine::result_continued<std::decay_t<F>, R, future<R, P>>, P> then(future<R, P> from, Pool&& pool, F&& f) {
  return engine::continue_by<R>(std::move(from), pool, std::forward<F>(f));
}

template <class R, class P>
class shared_future;

/// The same for a shared_future, any number of times: each continuation is called with a reference to the value, const, or with a `weir::shared_future`.
/// Include <weir/shared_future.hpp>.
template <class R, class P, class Pool, class F>
[[nodiscard]] future<engine::result_continued<std::decay_t<F>, engine::shared_value<R>, shared_future<R, P>>, P> then(
    shared_future<R, P> from, Pool&& pool, F&& f) {
  return engine::continue_by<engine::shared_value<R>>(std::move(from), pool, std::forward<F>(f));
}

}  // namespace weir

#endif
