// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POST_AFTER_HPP
#define WEIR_POST_AFTER_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>
#include <weir/sleep.hpp>
#include <weir/task.hpp>

#include <concepts>
#include <functional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// A task that sleeps first.
template <class P, class F>
struct delayed {
  typename P::clock::time_point due;
  std::stop_token token;
  F f;

  basic_coroutine<task_fate, P> operator()() { return run(*this); }

 private:
  static basic_coroutine<task_fate, P> run(delayed& self) {
    const bool in_time = co_await sleep_until<P>(self.due, self.token);
    if (!in_time) co_return task_fate::skipped;
    if constexpr (coroutine_maker<F, P>)
      static_cast<void>(co_await std::invoke(self.f));
    else
      static_cast<void>(std::invoke(self.f));
    co_return task_fate::as_it_returns;
  }
};

template <class Pool, class F, class... Extras>
post_result post_delayed(Pool& pool, platform::time_span d, F&& f, Extras&&... extras) {
  using P = typename Pool::platform_type;
  task::refuse_empty(f);
  auto token = chosen<std::stop_token, token_trait>::from(extras...);
  return pool.post(delayed<P, std::decay_t<F>>{platform::deadline_in<P>(d), std::move(token), std::forward<F>(f)},
                   std::forward<Extras>(extras)...);
}

}  // namespace engine

/// Posts `f` to a pool, to be called once when `d` has passed: at most 66 microseconds later if a thread is free and the task had room by then, and
/// never earlier. Meanwhile the task sleeps as a coroutine: it holds no thread, but in a light pool a place. `f` may make a coroutine, which is
/// awaited. `d` is as in sleep_for.
///
/// A weir::key is held from the post on, not from the due time: tasks of a key start in the order of their posts. A pool that is closed meanwhile
/// still runs what it has accepted. To apply a key or a weir::level at the due time, let `f` post, and check the answer. What may follow `f`, the
/// answers, the exceptions and the wait for room are as with `post`; but a stop of the std::stop_token also ends the sleep, and `f` is not called
/// then: the task counts as cancelled. The worker that begins the task allocates what it needs to sleep; if there is no memory, the task ends as one
/// that throws std::bad_alloc.
template <class Pool, class Duration, class F, class... Extras>
[[nodiscard]] post_result post_after(Pool& pool, Duration d, F&& f, Extras&&... extras) {
  static_assert(
      std::convertible_to<Duration, platform::time_span>,
      "weir: post_after(pool, d, f) wants a std::chrono duration for d, such as std::chrono::seconds(1), and after it what is called then");
  if constexpr (std::convertible_to<Duration, platform::time_span>) {
    static_assert(
        std::invocable<std::decay_t<F>&>,
        "weir: what post_after calls must be callable without arguments; put them into a lambda: post_after(pool, d, [=] { f(x); })");
    if constexpr (std::invocable<std::decay_t<F>&> && engine::explain_callable<F, typename Pool::platform_type>())
      return engine::post_delayed(pool, d, std::forward<F>(f), std::forward<Extras>(extras)...);
  }
  return post_result::closed;  // of what does not compile
}

}  // namespace weir

#endif
