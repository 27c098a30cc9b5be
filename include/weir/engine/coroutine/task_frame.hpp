// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_TASK_FRAME_HPP
#define WEIR_ENGINE_COROUTINE_TASK_FRAME_HPP

#include <weir/concepts/context_view.hpp>

#include <any>
#include <coroutine>
#include <cstddef>
#include <cstdint>

namespace weir::engine {

template <class P>
class frame_cache;
template <class P>
class slot_provider;
template <class P>
class resumable;

/// Marks the calling thread as running tasks of a pool for as long as the frame lives. Frames nest: a worker of one pool may
/// run a task of another, and calls that would wait for the very task that makes them are found out.
template <class P>
class task_frame {
 public:
  explicit task_frame(const void* pool, void* seat = nullptr) noexcept : popped_into(seat), pool_(pool), seat_(seat), outer_(innermost()) {
    P::slot() = this;
  }
  task_frame(const task_frame&) = delete;
  task_frame& operator=(const task_frame&) = delete;
  ~task_frame() { P::slot() = outer_; }

  /// The frame of the calling thread's current task, null outside of tasks.
  [[nodiscard]] static task_frame* innermost() noexcept { return static_cast<task_frame*>(P::slot()); }
  /// The innermost frame that belongs to `pool`, if any.
  [[nodiscard]] static task_frame* of(const void* pool) noexcept {
    task_frame* f = innermost();
    while (f != nullptr && f->pool_ != pool) f = f->outer_;
    return f;
  }
  /// Is the calling thread a caller that will look for more tasks of `pool` when the one it runs is over?
  [[nodiscard]] static bool works_off(const void* pool) noexcept {
    const task_frame* f = innermost();
    while (f != nullptr && !(f->pool_ == pool && f->looks_for_more)) f = f->outer_;
    return f != nullptr;
  }
  /// Does the calling thread run a task or a hook at this moment, of a pool that lies in the `bytes` bytes from `pools` on?
  [[nodiscard]] static bool inside(const void* pools, std::size_t bytes = 1) noexcept {
    const auto lies_there = [=](const void* pool) {
      return reinterpret_cast<std::uintptr_t>(pool) - reinterpret_cast<std::uintptr_t>(pools) < bytes;
    };
    const task_frame* f = innermost();
    while (f != nullptr && !lies_there(f->pool_) && !lies_there(f->carries_for)) f = f->outer_;
    return f != nullptr;
  }

  /// The worker's place in the queue; null for callers that run tasks themselves.
  [[nodiscard]] void* seat() const noexcept { return seat_; }

  context_view context;          ///< what was posted with the current task
  void* popped_into;             ///< the seat that the current task was popped into; null: none
  bool looks_for_more = false;   ///< a caller that runs tasks itself, until none is left
  bool skipped = false;          ///< the current task found that it had been cancelled, and did not run
  std::any* state = nullptr;     ///< the worker's own object
  const void* carries_for = nullptr;  ///< a pool of light workers whose hooks and turns this thread runs

  // What coroutines need.
  frame_cache<P>* frames = nullptr;         ///< where those of this thread get their memory; null: from the heap
  resumable<P>* light = nullptr;         ///< whose turn it is; null on threads that carry no light worker
  slot_provider<P>* dock = nullptr;            ///< where a coroutine that begins here gets one, unless it has one; null: nowhere
  std::coroutine_handle<>* next = nullptr;  ///< where one that hands over puts the one to go on; null: nobody looks there
  std::coroutine_handle<> ended;            ///< the root that has come to its end and waits to be destroyed

 private:
  const void* pool_;
  void* seat_;
  task_frame* outer_;
};

/// What await_suspend returns so that `to` goes on: left to the loop that resumes coroutines on this thread, if there is one, so that
/// no compiler needs to make a tail call of it; else `to` itself.
template <class P>
std::coroutine_handle<> hand_over(std::coroutine_handle<> to) noexcept {
  const auto* f = task_frame<P>::innermost();
  if (f == nullptr || f->next == nullptr) return to;
  *f->next = to;
  return std::noop_coroutine();
}

}  // namespace weir::engine

#endif
