// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_HELPING_CALLER_HPP
#define WEIR_ENGINE_POOL_HELPING_CALLER_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/task_runner.hpp>

namespace weir::engine {

/// A calling thread that runs tasks of the pool for a while. The caller has raised `helpers` under the lock; this lowers it.
template <class C>
struct helping_caller {
  core<C>& pool;
  task_frame<typename C::platform> here{pool.id()};
  [[no_unique_address]] typename C::seat seat{};
  bool leaves_the_time = false;  ///< the threads that wait for the pool keep the time from now on

  explicit helping_caller(core<C>& of) noexcept : pool(of) {
    here.popped_into = &seat;
    here.panicked = &task_runner<C>::panicked_within;
  }
  helping_caller(const helping_caller&) = delete;
  helping_caller& operator=(const helping_caller&) = delete;
  ~helping_caller() {
    { const typename task_runner<C>::detach_at_thread_end if_it_ended_the_thread{pool, here}; }
    pool.popped_task_ended(seat);  // again, if a task ended the thread
    locked<C> l(pool);
    --l->helpers;
    if (l->closing) idle_workers<C>(l).wake_all();
    pool.notify_waiters(l);
    if (!leaves_the_time) return;
    pool.became_quiet.notify_all();  // after the count is lowered: while a waiter sees a helper it does not keep the time
    pool.has_ended.notify_all();
  }
};

}  // namespace weir::engine

#endif
