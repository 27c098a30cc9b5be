// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RUNNABLE_HPP
#define WEIR_ENGINE_COROUTINE_RUNNABLE_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/resumable.hpp>

#include <cstdio>
#include <exception>

namespace weir::engine {

/// A light worker as whoever gives it its turns sees it.
template <class P>
class runnable : public resumable<P> {
 public:
  /// Has it begun a task that has not ended?
  [[nodiscard]] bool has_task() const noexcept { return static_cast<bool>(this->way_.read().task); }

  /// A turn. True at the task's end. Else the worker is no longer the caller's.
  bool run_turn(task_frame<P>& here) {
    auto& mine = this->way_.write();
    mine.task.enter(here);
    const auto point = mine.point;
    return !point || root::resume<P>(point);
  }

  /// A task is about to end the thread, as pthread_exit does. A coroutine cannot be unwound like that: it may have been suspended before, on
  /// another thread's stack.
  void refuse_thread_end() const {
    if (!has_task()) return;
    std::fputs("weir: a coroutine ended the thread that ran it, which belongs to its pool\n", stderr);
    std::terminate();
  }
};

}  // namespace weir::engine

#endif
