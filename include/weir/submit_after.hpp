// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SUBMIT_AFTER_HPP
#define WEIR_SUBMIT_AFTER_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/future.hpp>
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

/// A submitted task that sleeps first.
template <class P, class F, class R>
struct delayed_submission {
  typename P::clock::time_point due;
  std::stop_token token;
  F f;

  basic_coroutine<R, P> operator()() { return run(*this); }

 private:
  static basic_coroutine<R, P> run(delayed_submission& self) {
    const bool in_time = co_await sleep_until<P>(self.due, self.token);
    if (!in_time) throw not_run(post_result::cancelled);
    if constexpr (coroutine_maker<F, P>)
      co_return co_await std::invoke(self.f);
    else
      co_return std::invoke(self.f);
  }
};

}  // namespace engine

/// As post_after, and returns a future of what `f` returns or throws, as the pool's submit does. Its get() throws not_run: with `cancelled` when the
/// std::stop_token that follows `f` was stopped before the time had passed, which ends the sleep; with the pool's answer when the pool has refused
/// the task.
template <class Pool, class Duration, class F, class... Extras, class R = engine::result_of<F, typename Pool::platform_type>>
[[nodiscard]] future<R, typename Pool::platform_type> submit_after(Pool& pool, Duration d, F&& f, Extras&&... extras) {
  using P = typename Pool::platform_type;
  static_assert(std::convertible_to<Duration, platform::time_span>,
                "weir: submit_after(pool, d, f) wants a std::chrono duration for d, such as std::chrono::seconds(1), and after it what is "
                "called then");
  if constexpr (std::convertible_to<Duration, platform::time_span> && engine::explain_callable<F, P>()) {
    task::refuse_empty(f);
    auto token = engine::chosen<std::stop_token, engine::token_trait>::from(extras...);
    return pool.submit(engine::delayed_submission<P, std::decay_t<F>, R>{platform::deadline_in<P>(d), std::move(token), std::forward<F>(f)},
                       std::forward<Extras>(extras)...);
  } else {
    return {};
  }
}

}  // namespace weir

#endif
