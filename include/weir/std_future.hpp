// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_STD_FUTURE_HPP
#define WEIR_STD_FUTURE_HPP

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
template <class Pool, class F, class... Extras, class R = std::invoke_result_t<std::decay_t<F>&>>
[[nodiscard]] std::future<R> submit_std(Pool& pool, F&& f, Extras&&... extras) {
  static_assert(!requires { typename R::promise_type; },
                "weir: submit_std takes callables that end with a value; for one that makes a coroutine take submit(f)");
  task::refuse_empty(f);
  std::packaged_task<R()> job(std::forward<F>(f));
  auto result = job.get_future();
  const post_result answer = pool.post(std::move(job), std::forward<Extras>(extras)...);
  if (answer != post_result::accepted) throw not_run(answer);
  return result;
}

}  // namespace weir

#endif
