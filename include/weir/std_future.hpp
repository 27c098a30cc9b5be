// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_STD_FUTURE_HPP
#define WEIR_STD_FUTURE_HPP

#include <weir/engine/task/coroutine_task.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include <future>
#include <type_traits>
#include <utility>

namespace weir {

/// As pool.submit(f), for code that uses std::future. Its get() gives what `f` returned or threw, or std::future_error with
/// std::future_errc::broken_promise if the task was destroyed without having run: the pool was stopped, or dropped it later, or its std::stop_token
/// was stopped first. Throws not_run with the reason when the pool refuses `f`, and what post throws.
///
/// Cost: what a std::packaged_task allocates. Unlike weir::future it does not detect a task that waits for another task of its own pool.
template <class Pool, class F, class... Extras, class R = engine::result_of<F, typename Pool::platform_type>>
[[nodiscard]] std::future<R> submit_std(Pool& pool, F&& f, Extras&&... extras) {
  using P = typename Pool::platform_type;
  constexpr bool ends_here = !engine::coroutine_maker<engine::callable_of<F, P>, P>;
  static_assert(ends_here, "weir: submit_std takes callables that end with a value; for one that makes a coroutine take submit(f)");
  if constexpr (ends_here && engine::explain_callable<F, P>()) {
    task::refuse_empty(f);
    std::packaged_task<R()> job(std::forward<F>(f));
    auto result = job.get_future();
    const post_result answer = pool.post(std::move(job), std::forward<Extras>(extras)...);
    if (answer != post_result::accepted) throw not_run(answer);
    return result;
  } else {
    return {};
  }
}

}  // namespace weir

#endif
