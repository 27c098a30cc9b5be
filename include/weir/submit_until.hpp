// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SUBMIT_UNTIL_HPP
#define WEIR_SUBMIT_UNTIL_HPP

#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/submit_task.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/task.hpp>

#include <type_traits>
#include <utility>

namespace weir {

/// As pool.submit(f), of a weir::pool, light_pool, multi_pool, any_pool or share, and waits for room in the pool until `deadline` at most, a time
/// point of the pool's clock; then the future is ready, and its get() throws not_run with `timed_out`. The deadline is for the room only: how long to
/// wait for the result is said by the future's wait_until(). What may follow `f` is as with post. Needs a pool with post_until(), and so a blocking
/// policy that can wait. Throws and costs what submit does.
template <class Pool, class F, class... Extras, class R = engine::result_of<F, typename std::remove_reference_t<Pool>::platform_type>>
[[nodiscard]] future<R, typename std::remove_reference_t<Pool>::platform_type> submit_until(
    Pool&& pool, platform::instant<typename std::remove_reference_t<Pool>::clock> deadline, F&& f, Extras&&... extras) {
  using P = typename std::remove_reference_t<Pool>::platform_type;
  if constexpr (engine::explain_submitted<std::remove_cvref_t<Pool>, F>()) {
    static_assert(engine::explain_extras<Extras...>());
    const auto post = [&, tag = engine::tag_of(extras...)](task& t) {
      return engine::with_tag(tag, [&](auto... its) { return pool.post_until(deadline, t, its...); });
    };
    return engine::submit_task<engine::config_of_any<P>, R>(engine::place_of(pool), std::forward<F>(f), post,
                                                            std::forward<Extras>(extras)...);
  } else {
    return {};
  }
}

/// The same for at most `d`, any std::chrono::duration.
template <class Pool, class F, class... Extras>
[[nodiscard]] auto submit_for(Pool&& pool, platform::time_span d, F&& f, Extras&&... extras) {
  using P = typename std::remove_reference_t<Pool>::platform_type;
  return submit_until(pool, platform::deadline_in<P>(d), std::forward<F>(f), std::forward<Extras>(extras)...);
}

}  // namespace weir

#endif
