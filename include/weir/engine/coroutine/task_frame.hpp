// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_TASK_FRAME_HPP
#define WEIR_ENGINE_COROUTINE_TASK_FRAME_HPP

#include <weir/concepts/context_view.hpp>
#include <weir/platform/place_note.hpp>

#include <any>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace weir::engine {

template <class P>
class frame_cache;
template <class P>
class slot_provider;
template <class P>
class resumable;
template <class P>
class spare_ticket_links;
template <class P>
class spare_slots;
template <class P>
class ready_queue;

/// What became of a task, where that is not said by the return of its callable or by the exception that leaves it.
enum class task_fate : unsigned char {
  as_it_returns,  ///< its callable returns or throws
  skipped,        ///< it was cancelled and did not run
  failed,         ///< its callable returns, and its future has an exception
  threw,          ///< its callable returns, and an exception of it has been given to `panicked`
};

/// Whether the task that a worker runs is in a blocking region.
enum class region : unsigned char {
  none,
  without_a_place,  ///< the limit is reached: no other worker runs instead
  with_a_place,
};

/// Marks the calling thread as running tasks of a pool for as long as the frame lives. Frames nest: a worker of one pool may run a task of another.
/// They also show whether a call would wait for the task that makes it.
template <class P>
class task_frame {
 public:
  using wait_note = typename P::template atomic<const void*>;

  explicit task_frame(const void* pool, void* seat = nullptr) noexcept : popped_into(seat), pool_(pool), seat_(seat), outer_(innermost()) {
    P::slot() = this;
  }
  task_frame(const task_frame&) = delete;
  task_frame& operator=(const task_frame&) = delete;
  ~task_frame() { P::slot() = outer_; }

  /// The frame of the calling thread's current task; null outside tasks.
  [[nodiscard]] static task_frame* innermost() noexcept { return static_cast<task_frame*>(P::slot()); }
  /// The innermost frame of `pool`; null if there is none.
  [[nodiscard]] static task_frame* of(const void* pool) noexcept {
    task_frame* f = innermost();
    while (f != nullptr && f->pool_ != pool) f = f->outer_;
    return f;
  }
  /// The calling thread is a caller that takes more tasks of `pool` when the current one has ended.
  [[nodiscard]] static bool works_off(const void* pool) noexcept {
    const task_frame* f = innermost();
    while (f != nullptr && !(f->pool_ == pool && f->looks_for_more)) f = f->outer_;
    return f != nullptr;
  }
  /// The calling thread runs a task or a hook of a pool that lies in the `bytes` bytes from `pools` on.
  [[nodiscard]] static bool inside(const void* pools, std::size_t bytes = 1) noexcept {
    const task_frame* f = innermost();
    while (f != nullptr && !lies_in(f->pool_, pools, bytes) && !lies_in(f->carries_for, pools, bytes)) f = f->outer_;
    return f != nullptr;
  }
  /// The calling thread runs a task of such a pool for which no other worker runs while it waits: a wait for another task of the pool may be one
  /// without end.
  [[nodiscard]] static bool holds_up(const void* pools, std::size_t bytes) noexcept {
    const task_frame* f = innermost();
    while (f != nullptr && !(lies_in(f->pool_, pools, bytes) && f->blocks != region::with_a_place) &&
           !lies_in(f->carries_for, pools, bytes))
      f = f->outer_;
    return f != nullptr;
  }
  /// The calling thread drops the oldest task of such a pool, whose place a post gets next.
  [[nodiscard]] static bool makes_room_in(const void* pools, std::size_t bytes) noexcept {
    const task_frame* f = innermost();
    return f != nullptr && f->makes_room && lies_in(f->pool_, pools, bytes);
  }

  /// Where the worker whose thread this is notes the pool for which it waits; null if the thread is no worker's.
  [[nodiscard]] static wait_note* note_of_this_thread() noexcept {
    const task_frame* f = innermost();
    while (f != nullptr && f->waits_for == nullptr) f = f->outer_;
    return f == nullptr ? nullptr : f->waits_for;
  }
  /// Likewise, where it notes the place of the post of its task.
  [[nodiscard]] static platform::place_note<P>* place_of_this_thread() noexcept {
    const task_frame* f = innermost();
    while (f != nullptr && f->posted_at == nullptr) f = f->outer_;
    return f == nullptr ? nullptr : f->posted_at;
  }

  /// The worker's seat in the queue; null for callers that run tasks themselves.
  [[nodiscard]] void* seat() const noexcept { return seat_; }

  context_view context;  ///< the context posted with the current task
  void* popped_into;  ///< the seat that the current task was popped into; null: none
  bool looks_for_more = false;  ///< a caller that runs tasks itself until none is left
  region blocks = region::none;
  bool makes_room = false;  ///< a submitter that drops the oldest task
  /// What it posts goes behind the posts of others, also in a queue that keeps the posts of tasks with their worker.
  bool posts_behind = false;
  task_fate fate = task_fate::as_it_returns;  ///< of the current task
  /// Gives an exception to the pool's panic policy now, for a task that does not end with it. Null where the callable must throw it.
  void (*panicked)(task_frame& here, std::exception_ptr thrown) = nullptr;
  std::any* state = nullptr;  ///< the object that options::worker_state made
  wait_note* waits_for = nullptr;  ///< where the worker that runs here notes the pool for which it waits; null: nowhere
  platform::place_note<P>* posted_at = nullptr;  ///< and the place of the post of its task, for observer::watchdog; null: nowhere
  const unsigned* worker = nullptr;  ///< the number of the worker that runs here; null: a calling thread
  spare_ticket_links<P>* links = nullptr;  ///< the worker's, for the groups of its tasks; null: it keeps none
  const void* carries_for = nullptr;  ///< a pool besides, inside which the thread is: of a light worker, of a share

  // For coroutines:
  frame_cache<P>* frames = nullptr;  ///< where coroutine frames come from; null: the heap
  resumable<P>* light = nullptr;  ///< whose turn this thread runs; null: none
  slot_provider<P>* slot_source = nullptr;  ///< where a coroutine that begins here gets its slot; null: nowhere
  spare_slots<P>* slots = nullptr;  ///< the worker's; null: it keeps none
  ready_queue<P>* queue = nullptr;  ///< the worker's, where coroutines that it suspends wait; null: they wait where they were
  std::coroutine_handle<>* next = nullptr;  ///< where hand_over() puts the coroutine to resume; null: there is no resume loop
  std::coroutine_handle<> ended;  ///< the root that has ended and is to be destroyed

  [[nodiscard]] const void* pool() const noexcept { return pool_; }

 private:
  static bool lies_in(const void* pool, const void* pools, std::size_t bytes) noexcept {
    return reinterpret_cast<std::uintptr_t>(pool) - reinterpret_cast<std::uintptr_t>(pools) < bytes;
  }

  const void* pool_;
  void* seat_;
  task_frame* outer_;
};

/// What await_suspend returns to transfer control to `to`. If a loop resumes coroutines on this thread, `to` is left to that loop, so no compiler
/// needs to make a tail call; else the result is `to` itself.
template <class P>
std::coroutine_handle<> hand_over(std::coroutine_handle<> to) noexcept {
  const auto* f = task_frame<P>::innermost();
  if (f == nullptr || f->next == nullptr) return to;
  *f->next = to;
  return std::noop_coroutine();
}

}  // namespace weir::engine

#endif
