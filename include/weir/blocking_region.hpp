// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BLOCKING_REGION_HPP
#define WEIR_BLOCKING_REGION_HPP

#include <weir/engine/pool/core_access.hpp>
#include <weir/engine/pool/lent_place.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

/// The configuration of a pool whose class is made of public_calls.
template <class C>
C config_of(public_calls<C>&);
template <class Pool>
inline constexpr bool has_workers = requires(Pool& p) { config_of(p); };

template <class Pool>
consteval bool explain_region() {
  static_assert(
      has_workers<Pool>,
      "weir: a blocking region is of the pool that has the workers: of a share its pool, of an any_pool the pool that it stands for");
  if constexpr (has_workers<Pool>) {
    using config = decltype(config_of(std::declval<Pool&>()));
    static_assert(!config::agents::suspends,
                  "weir: a light pool has a fixed number of carriers, so no other worker could run instead of one that blocks; "
                  "co_await a submit() to a pool of threads, which holds no carrier");
    return !config::agents::suspends;
  }
  return false;
}

}  // namespace engine

/// `weir::blocking_region(pool, [&] { return file.read(); })`: calls `f` on this thread and returns what it returns. While `f` waits inside a task of
/// the pool, the pool may have one worker more than its capacity, so that waiting tasks do not keep others from running: those that read files, and
/// those that wait for tasks of their own pool.
///
/// Limit:      at most options::extra_workers such workers, and no more than the pool's policies serve; beyond that `f` runs as if it were called directly.
/// Inside:     a wait for a future of the pool is allowed if this region has its further worker; without a region, and beyond the limit, such a wait
///             throws. Regions of the same worker may be nested and count once. What `f` throws is passed on. wait_idle(), join() and pause() are
///             refused as in the rest of the task, and a post still never waits for room.
/// Elsewhere:  outside the tasks and hooks of the pool's workers, also on a caller that runs a task itself, `f` is only called.
/// Afterwards: if more workers live than the capacity allows, the first that ends its task leaves.
/// Not for:    light pools, which are refused: co_await does there without a thread what this does with one. Waits that are short against the start of
///             a thread. Waiting for a task that cannot begin before this one ends, because of its key or its share; or while another thread waits in
///             pause() for this task.
/// Cost:       the pool's lock twice; a thread's start if tasks wait and no worker is idle. Pools that are not used with it pay nothing.
/// Visibility: that of `f`.
///
/// `pool` is a weir::pool, a preset, a function_pool or a multi_pool, of which the region concerns the pool that runs this task. If the system refuses
/// the thread, tasks that wait may run on this one, before `f`. Throws what `f` throws. After Java's ForkJoinPool.managedBlock, and Go's system calls.
template <class Pool, class F>
decltype(auto) blocking_region(Pool& pool, F&& f) {
  static_assert(!engine::coroutine_maker<std::decay_t<F>, typename Pool::platform_type>,
                "weir: a blocking region must not be given a coroutine, which holds no worker while it waits");
  if constexpr (engine::of_several_pools<Pool>) {
    for (std::size_t i = 0; i != pool.size(); ++i)
      if (pool[i].runs_this_thread()) return blocking_region(pool[i], std::forward<F>(f));
    return std::invoke(std::forward<F>(f));
  } else if constexpr (engine::explain_region<Pool>()) {
    const engine::lent_place lent(engine::core_access::of(pool));
    return std::invoke(std::forward<F>(f));
  }
}

}  // namespace weir

#endif
