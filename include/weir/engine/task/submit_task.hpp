// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SUBMIT_TASK_HPP
#define WEIR_ENGINE_TASK_SUBMIT_TASK_HPP

#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/future.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include <utility>

namespace weir::engine {

/// False if a Pool cannot run an F; a static_assert says why.
template <class Pool, class F>
consteval bool explain_submitted() {
  using P = typename Pool::platform_type;
  if constexpr (explain_callable<F, P>()) {
    constexpr bool fits = !requires { typename Pool::takes_no_coroutines; } || !coroutine_maker<callable_of<F, P>, P>;
    static_assert(fits, "weir: a share runs callables to their end; post a coroutine to the pool, and limit it by a weir::async_semaphore");
    return fits;
  } else {
    return false;
  }
}

/// Makes a weir::task of `f`, gives it to `post`, and returns the future of what `f` returns. A wait for it inside a task of the pool at `where` throws.
/// If `post` answers that the pool has refused the task, that is the outcome. For the pools that have no task type of their own.
template <class C, class R, class F, class Post, class... Extras>
future<R, typename C::platform> submit_task(pool_place where, F&& f, Post post, Extras&&... extras) {
  using P = typename C::platform;
  task::refuse_empty(f);
  auto* const shared = new outcome<R, P>(where.begin, where.bytes);
  future<R, P> result(shared);
  task t(as_callable<C>(submission<F, R, P>{promise<R, P>(shared), std::forward<F>(f)}, std::forward<Extras>(extras)...));
  const post_result answer = post(t);
  if (answer != post_result::accepted && t) shared->refuse(answer);  // before the task is destroyed, which would set `cancelled`
  return result;
}

}  // namespace weir::engine

#endif
