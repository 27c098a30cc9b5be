// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_THEN_HPP
#define WEIR_THEN_HPP

#include <weir/engine/task/continuation.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/future.hpp>
#include <weir/task.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// How a continuation is called: with the value if that is possible, else with the future.
template <class F, class R, class P>
struct continued {
  static constexpr bool takes_value = std::is_invocable_v<F&, R>;
  static constexpr bool takes_future = !takes_value && std::is_invocable_v<F&, future<R, P>>;
  static consteval auto result() {
    if constexpr (takes_value)
      return std::type_identity<std::invoke_result_t<F&, R>>();
    else if constexpr (takes_future)
      return std::type_identity<std::invoke_result_t<F&, future<R, P>>>();
    else
      return std::type_identity<void>();
  }
};
template <class F, class P>
struct continued<F, void, P> {
  static constexpr bool takes_value = std::is_invocable_v<F&>;
  static constexpr bool takes_future = !takes_value && std::is_invocable_v<F&, future<void, P>>;
  static consteval auto result() {
    if constexpr (takes_value)
      return std::type_identity<std::invoke_result_t<F&>>();
    else if constexpr (takes_future)
      return std::type_identity<std::invoke_result_t<F&, future<void, P>>>();
    else
      return std::type_identity<void>();
  }
};
template <class F, class R, class P>
using result_continued = typename decltype(continued<F, R, P>::result())::type;

/// False if an F cannot continue a future<R, P>; a static_assert says why.
template <class F, class R, class P>
consteval bool explain_continuation() {
  constexpr bool fits = continued<F, R, P>::takes_value || continued<F, R, P>::takes_future;
  static_assert(fits, "weir: what then() calls takes the future's value, or nothing if it is a future<void>, or the future");
  constexpr bool ends_here = !is_coroutine<result_continued<F, R, P>, P>;
  static_assert(ends_here, "weir: then() calls what ends with a value; in a coroutine write co_await of the future instead");
  return fits && ends_here;
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
/// empty callable, std::bad_alloc, and what moving `f` throws. Cost: one allocation, of the result with all that belongs to it, and a post.
/// After folly's thenValue and thenTry, and C++20's extensions for concurrency (ISO/IEC TS 19571).
template <class R, class P, class Pool, class F>
[[nodiscard]] future<engine::result_continued<std::decay_t<F>, R, P>, P> then(future<R, P> from, Pool&& pool, F&& f) {
  using callable = std::decay_t<F>;
  if constexpr (engine::explain_continuation<callable, R, P>()) {
    using made = engine::result_continued<callable, R, P>;
    using whole =
        engine::continuation<made, future<R, P>, std::remove_reference_t<Pool>, callable, engine::continued<callable, R, P>::takes_future>;
    task::refuse_empty(f);
    auto* const shared = new whole(std::move(from), pool, engine::place_of(pool), callable(std::forward<F>(f)));
    future<made, P> result(shared);
    shared->start();
    return result;
  } else {
    return {};
  }
}

}  // namespace weir

#endif
