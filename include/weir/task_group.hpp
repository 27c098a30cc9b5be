// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TASK_GROUP_HPP
#define WEIR_TASK_GROUP_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/task_group_state.hpp>
#include <weir/platform/report.hpp>

#include <cstdio>
#include <exception>
#include <type_traits>
#include <utility>

namespace weir {

/// The result of a wait for a group.
enum class group_result : unsigned char {
  complete,   ///< every task ran
  cancelled,  ///< cancel() was called: tasks may have been dropped
};

/// Tasks that are waited for together: `weir::task_group g(pool); g.run(a); g.run(b); g.wait();`
///
/// A waiter works: wait() runs tasks of this group, and no others, that no worker has begun. So a group finishes even if the pool is full, paused,
/// closed or has no thread, and tasks may make groups and wait for them, to any depth, on one worker. The pool's workers help when they are free.
///
/// Every member function may be called from any thread and from inside tasks, also of the group, unless it says otherwise. The pool must outlive
/// the group, and other threads' calls must have returned when the group is destroyed.
/// Visibility: what the caller did before run() is seen by the task; what the tasks did is seen by a thread that returns from wait().
///
/// Tasks start newest first. They are not tasks of the pool: wait_idle() does not wait for them, purge() does not return them, the panic policy
/// does not get their exceptions, and stats() counts the calls for help instead.
///
/// Cost: one allocation and three uncontended locks per task, and a post when no call for help is under way. A call for help that came too late
/// stays in the pool's queue until a worker takes it, with the 200 bytes that the group shares with it; prefer one group to millions of groups
/// inside one task.
///
/// The interface is that of oneTBB's task_group. A waiter runs only tasks of the group that it waits for, so what it holds cannot be wanted by what
/// it runs meanwhile (compare Wagner and Calder, Leapfrogging, 1993).
template <class Pool>
class task_group {
  static_assert(std::is_class_v<Pool>, "weir: a task_group is made for a pool, which has the workers: weir::task_group g(pool)");

 public:
  /// Throws std::bad_alloc.
  explicit task_group(Pool& pool) : shared_(new engine::task_group_state<Pool>(pool)) {}
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;

  /// **Waits**, as wait() does; an exception that no wait() has thrown is printed to standard error. Calls std::terminate, with a message, from
  /// inside a task of the group.
  ~task_group() {
    if (shared_->inside()) {
      std::fputs("weir: a task_group must not be destroyed by one of its own tasks\n", stderr);
      std::terminate();
    }
    try {
      shared_->wait();
    } catch (...) {
      platform::report(std::current_exception(), "no call waited for the task_group, which is being destroyed");
    }
    shared_->let_go();
  }

  /// Adds a task, to be run once by a worker or a waiter; run() itself runs it only if the system gives the pool no thread at all. What `f` returns
  /// is dropped; what it throws cancels the group. In a cancelled group `f` is destroyed at once. Never waits for room: a full or closed pool gives
  /// no help. Throws std::invalid_argument for an empty callable, and what moving `f` into a task throws (std::bad_alloc included); the group is
  /// unchanged then. Constant time.
  template <class F>
  void run(F&& f) {
    using P = typename Pool::platform_type;
    constexpr bool ends_here = !engine::coroutine_maker<engine::callable_of<F, P>, P>;
    static_assert(ends_here, "weir: a task_group runs callables to their end; submit a coroutine to the pool, and co_await the future");
    if constexpr (ends_here && engine::explain_callable<F, P>()) {
      task::refuse_empty(f);
      shared_->add(std::forward<F>(f));
    }
  }

  /// Returns when no task of the group is left; runs tasks of the group meanwhile. Tasks that other threads add prolong it. The group may be used
  /// again afterwards, and is no longer cancelled.
  ///
  /// Throws the first exception that left a task of the group; later exceptions, and the tasks that had not started, are dropped. Of several
  /// waiters one gets the exception, or `cancelled`, the others get `complete`. Throws std::system_error(resource_deadlock_would_occur) from inside
  /// a task of the group.
  group_result wait() { return shared_->wait() ? group_result::complete : group_result::cancelled; }

  /// `co_await g.finish()` in a coroutine that a pool runs, this one or another: as wait(), but holds no thread while other threads run the last
  /// tasks. In any other coroutine it throws std::logic_error when it would have to wait.
  [[nodiscard("weir: write co_await")]] basic_coroutine<group_result, typename Pool::platform_type> finish() {
    const bool complete = co_await shared_->finish();
    co_return complete ? group_result::complete : group_result::cancelled;
  }

  /// Destroys the tasks that have not started, and those added until the next wait() returns; they never run. Does not wait for running tasks. May
  /// be repeated.
  void cancel() { shared_->cancel(); }

 private:
  engine::task_group_state<Pool>* shared_;
};
template <class Pool>
task_group(Pool&&) -> task_group<std::remove_reference_t<Pool>>;

}  // namespace weir

#endif
