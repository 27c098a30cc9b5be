// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RUNNABLE_HPP
#define WEIR_ENGINE_COROUTINE_RUNNABLE_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>

#include <coroutine>
#include <cstdio>
#include <exception>

namespace weir::engine {

/// The part of a resumable that the pool uses to run its turns.
template <class P>
class runnable : public resumable<P> {
 public:
  /// A task has begun and not ended.
  [[nodiscard]] bool has_task() const noexcept { return static_cast<bool>(this->way_.read().task); }

  /// Runs a turn. True: the task has ended. False: it is suspended, and another thread may own this object.
  bool run_turn(task_frame<P>& here) {
    auto& mine = this->way_.write();
    mine.task.enter(here);
    const auto point = mine.point;
    if (ended_elsewhere_) [[unlikely]] {
      ended_elsewhere_ = false;
      here.ended = point;
      return true;
    }
    return !point || root::resume<P>(point);
  }
  /// The coroutine has ended on a thread that is no worker of the pool; its next turn in the pool, the last one, ends the task.
  void set_ended(std::coroutine_handle<> ended) noexcept {
    this->way_.write().point = ended;
    ended_elsewhere_ = true;
  }

  /// Called when a task ends its thread, as pthread_exit does. Terminates if the task is a coroutine, which cannot be unwound: it may have been
  /// suspended before, on another thread's stack.
  void refuse_thread_end() const {
    if (!has_task()) return;
    std::fputs("weir: a coroutine ended the thread that ran it, which belongs to its pool\n", stderr);
    std::terminate();
  }

 private:
  bool ended_elsewhere_ = false;
};

}  // namespace weir::engine

#endif
