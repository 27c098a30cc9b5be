// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TASK_GROUP_HPP
#define WEIR_TASK_GROUP_HPP

#include <weir/concepts/range.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/group_jobs.hpp>
#include <weir/engine/task/group_wait.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/runs_callables.hpp>
#include <weir/engine/task/task_group_state.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/report.hpp>
#include <weir/platform/stop_callback.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/task.hpp>

#include <cstdio>
#include <exception>
#include <iterator>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

/// The result of a wait for a group.
enum class group_result : unsigned char {
  complete,   ///< every task ran
  cancelled,  ///< cancel() was called, or the group's stop token was stopped: tasks may have been dropped
  timed_out,  ///< the time of wait_for() or wait_until() was over first: tasks are left
};

struct task_group_options {
  /// An exception does not cancel the group: the other tasks run, and the wait throws weir::group_errors with all exceptions.
  bool goes_on = false;
  /// While it is stopped, the group is cancelled.
  std::stop_token token = {};
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
/// Cost: two or three uncontended locks per task, and a post when no call for help is under way. A task takes the place of one that is over, and
/// allocates one of 72 bytes if there is none: a group has two from the start and keeps up to 64. A callable that is too large for a weir::task
/// allocates too, and is moved under the group's lock otherwise. A call for help that came too late stays in the pool's queue until a worker takes it, with
/// 88 bytes that the group shared with it; a worker uses it for its next groups, so a recursion leaves as many as it is deep. Each group allocates 416
/// bytes, and 88 more on a thread that is no worker.
///
/// The interface is that of oneTBB's task_group. A waiter runs only tasks of the group that it waits for, so what it holds cannot be wanted by what
/// it runs meanwhile (compare Wagner and Calder, Leapfrogging, 1993).
template <class Pool>
class task_group {
  static_assert(std::is_class_v<Pool>, "weir: a task_group is made for a pool, which has the workers: weir::task_group g(pool)");
  static_assert(engine::explain_runs_callables<Pool>());

 public:
  using platform_type = typename Pool::platform_type;

  /// Throws std::bad_alloc.
  explicit task_group(Pool& pool, const task_group_options& o = {})
      : shared_(new engine::task_group_state<Pool>(pool, o.goes_on, o.token)) {
    if (o.token.stop_possible()) ends_.emplace(o.token, ending{shared_});
  }
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
    ends_.reset();
    shared_->end();
  }

  /// Adds a task, to be run once by a worker or a waiter; run() itself runs it only if the system gives the pool no thread at all. What `f` returns
  /// is dropped; what it throws cancels the group, unless it goes on. In a cancelled group `f` is destroyed at once. Never waits for room: a full or
  /// closed pool gives no help. `f` may be followed by a std::stop_token (if it is stopped when the task's turn comes, `f` is not called) and a
  /// weir::context. Throws std::invalid_argument for an empty callable, and what moving `f` into a task throws (std::bad_alloc included); the group
  /// is unchanged then. Constant time.
  template <class F, class... Extras>
  void run(F&& f, Extras&&... extras) {
    if constexpr (explain<F, Extras...>()) {
      engine::group_jobs one;
      shared_->add(one, as_task(std::forward<F>(f), std::forward<Extras>(extras)...));
    }
  }
  /// The same for each callable of a range, with one lock and one call for help for all. Each gets a copy of the extras. Elements of an rvalue range
  /// are moved from, unless it is a view, which need not own them; a weir::task is always taken. If it throws, the group is unchanged.
  template <input_range Range, class... Extras>
  void run_bulk(Range&& range, const Extras&... extras) {
    using in_range = std::remove_cvref_t<decltype(*std::begin(range))>;
    if constexpr (explain<in_range, Extras...>()) {
      engine::group_jobs all(shared_->places());
      for (auto&& each : range) {
        using element = std::conditional_t<owning_rvalue<Range>, std::remove_reference_t<decltype(each)>&&, decltype(each)>;
        all.add(as_task(static_cast<element>(each), extras...));
      }
      shared_->add(all);
    }
  }

  /// Returns when no task of the group is left; runs tasks of the group meanwhile. Tasks that other threads add prolong it. The group may be used
  /// again afterwards, and is no longer cancelled.
  ///
  /// Throws the first exception that left a task of the group; later exceptions, and the tasks that had not started, are dropped. Of several
  /// waiters one gets the exception, or `cancelled`, the others get `complete`. Throws std::system_error(resource_deadlock_would_occur) from inside
  /// a task of the group.
  group_result wait() { return as_result(shared_->wait()); }
  /// The same for at most `d`, a std::chrono::duration of any kind, and the time of the task that it is running then. After `timed_out` the group is as
  /// it was.
  group_result wait_for(platform::time_span d) { return wait_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, a time point of the platform's clock; natively of std::chrono::steady_clock, of any resolution.
  group_result wait_until(platform::instant<typename platform_type::clock> deadline) {
    const typename platform_type::clock::time_point t = deadline;
    return as_result(shared_->wait(platform::finite(t)));
  }

  /// `co_await g.finish()` in a coroutine that a pool runs, this one or another: as wait(), but holds no thread while other threads run the last
  /// tasks. In any other coroutine it throws std::logic_error when it would have to wait.
  [[nodiscard("weir: write co_await")]] basic_coroutine<group_result, typename Pool::platform_type> finish() {
    const bool complete = co_await shared_->finish();
    co_return complete ? group_result::complete : group_result::cancelled;
  }

  /// For within() and select().
  [[nodiscard]] engine::group_wait<Pool> withdrawable_wait() const { return engine::group_wait<Pool>(*shared_); }

  /// Destroys the tasks that have not started, and those added until the next wait() returns; they never run. Does not wait for running tasks. May
  /// be repeated.
  void cancel() { shared_->cancel(); }
  /// The group is cancelled: by cancel(), by an exception, or by its stop token. For tasks that look whether they are still wanted.
  [[nodiscard]] bool is_cancelling() const { return shared_->is_cancelled(); }
  /// A token that is stopped when the group is cancelled; after a wait has returned get a new one. Callbacks run on the thread that cancels, which
  /// holds no lock of the group. Throws std::bad_alloc; the first call allocates.
  [[nodiscard]] std::stop_token stop_token() const { return shared_->token(); }

 private:
  struct ending {
    engine::task_group_state<Pool>* group;
    void operator()() const { group->cancel(); }
  };

  template <class F, class... Extras>
  static consteval bool explain() {
    using P = platform_type;
    constexpr bool ends_here = !engine::coroutine_maker<engine::callable_of<F, P>, P>;
    static_assert(ends_here, "weir: a task_group runs callables to their end; submit a coroutine to the pool, and co_await the future");
    constexpr bool fits = ((engine::is_token<std::remove_cvref_t<Extras>> || engine::is_context<std::remove_cvref_t<Extras>>)&&...);
    static_assert(fits,
                  "weir: a task_group takes, after the callable, a std::stop_token and a weir::context: its tasks are not the pool's");
    return ends_here && fits && engine::explain_callable<F, P>() && engine::explain_extras<Extras...>();
  }
  template <class F, class... Extras>
  static task as_task(F&& f, Extras&&... extras) {
    task::refuse_empty(f);
    if constexpr (std::is_same_v<std::remove_cvref_t<F>, task> && sizeof...(Extras) == 0)
      return std::move(f);
    else
      return task(engine::with_extras<platform_type>(std::forward<F>(f), std::forward<Extras>(extras)...));
  }
  static group_result as_result(std::optional<bool> complete) noexcept {
    return !complete ? group_result::timed_out : *complete ? group_result::complete : group_result::cancelled;
  }

  engine::task_group_state<Pool>* shared_;
  std::optional<platform::stop_callback<platform_type, ending>> ends_;
};
template <class Pool>
task_group(Pool&&, const task_group_options& = {}) -> task_group<std::remove_reference_t<Pool>>;

}  // namespace weir

#endif
