// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_START_AND_WAKE_HPP
#define WEIR_ENGINE_POOL_START_AND_WAKE_HPP

#include <weir/engine/pool/arriving_workers.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/helping_caller.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/searching_workers.hpp>
#include <weir/engine/pool/starting_worker.hpp>
#include <weir/engine/pool/task_runner.hpp>
#include <weir/engine/pool/timekeeper.hpp>
#include <weir/engine/pool/uncalled_workers.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/platform/thread_traits.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

namespace weir::engine {

/// Starts workers and wakes them. Why no task is left behind: docs/design/wakeup.md
template <class C>
class start_and_wake {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using time_point = typename P::clock::time_point;

  explicit start_and_wake(core<C>& of) noexcept : core_(of) {}

  /// After a push: makes sure that a worker looks at the queue.
  void after_push() {
    // [WAKE-1] seq_cst fence, pairs with [WAKE-2]: a worker that is about to park sees the push, or this sees its signal.
    P::fence(std::memory_order_seq_cst);
    if (!core_.signalled(can_wake)) return;
    locked<C> l(core_);
    wake_one(std::move(l));
  }
  /// After a take: tells the submitter at the front that there is room.
  void after_take() {
    if constexpr (C::can_wait && !C::hands_over) {
      // [ROOM-1] seq_cst fence, pairs with [WAKE-2]: a submitter that is about to wait sees the room, or this sees its signal.
      P::fence(std::memory_order_seq_cst);
      if (!core_.room_is_wanted()) return;
      locked<C> l(core_);
      serve_submitters(std::move(l));
    }
  }

  /// The same under the lock, which needs no fence; a worker that has ended its search wakes the next one.
  static void after_first_take(locked<C>&& l, bool searched) {
    if (C::can_wait && l.core().room_is_wanted())
      serve_submitters(std::move(l), searched);
    else
      searched ? wake_one(std::move(l)) : l.unlock();
  }

  /// There may be room, or a new front: posts the tasks of the coroutines at the front, and calls a thread behind them.
  static void serve_submitters(locked<C>&& l, bool wakes = false) {
    if constexpr (C::hands_over) {
      wake_one(std::move(l));
    } else if constexpr (C::can_wait) {
      wakes |= waiting_submitters<C>::post_pending(l);
      const bool called = l->submitters.call_front();
      wakes ? wake_one(std::move(l)) : l.unlock();
      if (called) l.core().room.notify_one();  // without the lock, which the submitter takes at once
    }
  }

  /// Wakes or starts one more worker if there is something to run, unless the wake policy is throttled and a worker is searching.
  static void wake_one(locked<C>&& l) {
    if (worker_record<C>* const w = uncalled_workers<C>(l).next()) return l.unlock_and([w] { w->unpark(); });
    if (!l->is_wakeable() || !(l.core().work_ready(l) || l->given_task_waits() || timekeeper<C>::is_wanted(l))) return l.unlock();
    if (l->can_wake_idle()) {
      worker_record<C>& w = *idle_workers<C>(l).pop();
      searching_workers<C>(l).begin(w);
      l.unlock_and([&w] { w.unpark(); });
    } else if (wants_one_more(l)) {
      start(l, true, nullptr) ? l.unlock() : run_without_threads(std::move(l));
    } else {
      l.unlock();
    }
  }
  /// A place may be free that was not before: serves a queued task, or calls the submitter at the front.
  static void limits_changed(locked<C>&& l) {
    l.announce();
    if constexpr (C::hands_over) waiting_submitters<C>::call_front(l);
    wake_one(std::move(l));
  }
  /// Gives the task to an idle worker, for unpark() below. Null, and the task unchanged, if no worker is idle.
  static worker_record<C>* give_to_idle(locked<C>& l, task& t) {
    worker_record<C>* const w = idle_workers<C>(l).pop();
    if (w == nullptr) return nullptr;
    arriving_workers<C>(l).remove(*w);
    w->first_task.write() = std::move(t);
    return w;
  }
  static void unpark(locked<C>&& l, worker_record<C>& w) {
    if (!uncalled_workers<C>(l).calls(w)) return l.unlock();
    if (timekeeper<C>::is_wanted(l))
      wake_one(std::move(l));  // `w` may have been the timekeeper: another one takes over
    else
      l.unlock();
    w.unpark();
  }

  /// Starts a worker, with `first` as its first task unless that is null: then it is arriving. Releases the lock in between. False when the system
  /// refuses a thread or memory: the counts and the task are as before, but `failed_starts` is raised. The caller then looks for work, as at the end
  /// of a search; a task that the worker was given meanwhile is part of it.
  static bool start(locked<C>& l, bool searching, task* first) {
    starting_worker<C> its(l, searching);
    worker_record<C>* const w = its.get_record();
    if (w == nullptr) return false;
    w->status.write() = {.searching = searching};  // under the lock, because recheck_expiry() looks at every record
    if (first == nullptr) arriving_workers<C>(l).add(*w);
    return its.started = l.unlocked([&] { return begun(l.core(), *w, first); });
  }

  /// Takes the oldest of the given tasks if one of them waits for a worker. False if none does.
  static bool take_given(core<C>& pool, task& t) {
    if (!C::hands_oldest_over || !pool.signalled(over_capacity)) return false;
    locked<C> l(pool);
    return arriving_workers<C>(l).take_without_worker(t);
  }
  /// Takes the next task and tells the submitters of the room. `by` is the worker that takes it, null if a caller does.
  bool pop_task(task& t, [[maybe_unused]] typename C::seat& mine, [[maybe_unused]] worker_record<C>* by) {
    if constexpr (C::hands_over) {
      return C::can_wait && core_.signalled(has_pending_post) && take_pending(t, by);
    } else {
      if (!core_.pop(t, mine)) return false;
      if (core_.has_claimed_more(mine)) after_push();
      return after_take(), true;
    }
  }

  /// Runs `t` on the calling thread, and then, while the pool has no worker and gets no thread, what has come meanwhile. Precondition: `helpers`
  /// was raised under the lock.
  void run_on_caller(task& t) {
    caller_as_worker me(core_);
    run_one(me, t);
    while (more_to_run(me)) run_all(me);
    me.over = true;
  }
  /// After a refused thread: wakes an idle worker if there is one. If no worker exists, the caller runs what is queued, or returns if it already
  /// does so further up its stack.
  static void run_without_threads(locked<C>&& l) {
    l.announce();
    if (l->idle != 0 || !uncalled_workers<C>(l).empty()) return wake_one(std::move(l));
    const bool runs_already = task_frame<P>::works_off(l.core().id());
    if (runs_already || !l->stalled() || l->paused() || !(l.core().work_ready(l) || timekeeper<C>::has_timer(l))) return l.unlock();
    ++l->helpers;
    l.unlock();
    caller_as_worker me(l.core());
    do run_all(me);
    while (more_to_run(me));
    me.over = true;
  }
  /// Waits on `cv`. Without a deadline, and if no worker or helper exists, the caller keeps the time meanwhile.
  static void wait(locked<C>& l, typename P::condition_variable& cv, const time_point* deadline) {
    if (deadline != nullptr || !l->stalled() || l->helpers != 0 || l->paused() || !timekeeper<C>::has_timer(l)) return l.wait(cv, deadline);
    l.unlocked([&] { run_without_threads(locked<C>(l.core())); });
  }
  /// Passes on the first task of a worker that ends, whose place and search have been given up, and looks for more work.
  static void hand_on(locked<C>&& l, task& t) {
    if (worker_record<C>* const w = give_to_idle(l, t)) {
      wake_one(std::move(l));
      return w->unpark();
    }
    if (start(l, false, &t)) return wake_one(std::move(l));
    ++l->helpers;
    l.unlock();
    start_and_wake(l.core()).run_on_caller(t);
  }

 private:
  /// Takes the task of the coroutine at the front of the submitters. The coroutine may be resumed on this thread, before this returns: the worker's search has
  /// ended by then, since the coroutine may wait for the worker that the search would wake, and it holds the task, in case the coroutine ends the thread.
  bool take_pending(task& t, worker_record<C>* by) {
    locked<C> l(core_);
    task& taken = by == nullptr ? t : by->first_task.write();
    if (!waiting_submitters<C>::take_pending(l, taken)) return false;
    if (by != nullptr && searching_workers<C>(l).end(*by)) {
      l.announce();
      wake_one(std::move(l));
    } else {
      l.unlock();  // not by the destructor, which no end of a thread may leave
    }
    if (by != nullptr) t = std::move(by->first_task.write());
    return true;
  }
  /// A worker is to be started.
  static bool wants_one_more(locked<C>& l) noexcept {
    const auto tasks = platform::larger_of<std::size_t>(l.core().backlog(), 1);
    return !l->enough_come(tasks) && (l->lacks_workers() || l->without_worker != 0 || submitter_waits_for_it(l) || C::growth::wants(tasks));
  }
  /// A place for a worker is room for a submitter that waits, whatever `growth` wants.
  static bool submitter_waits_for_it(locked<C>& l) noexcept { return C::hands_oldest_over && !l->submitters.empty(); }

  static constexpr std::chrono::milliseconds between_starts{10};  // between a caller's attempts to start a worker
  static constexpr unsigned most_waits = 100;  // of a caller before it returns to its own work

  /// A calling thread that runs tasks in a worker's place. The pool resumes coroutines that begin on it; what its tasks post runs after them, not
  /// nested. If a task ends the thread, another one takes over what is left.
  struct caller_as_worker : helping_caller<C> {
    unsigned waits = 0;  // waits for something to become due, so far
    unsigned turns = 0;  // looks for a coroutine, so far
    bool over = false;  // nothing is left for it to do
    bool runs_a_task = false;

    explicit caller_as_worker(core<C>& of) : helping_caller<C>(of) {
      of.agents.lend(this->here);
      this->here.looks_for_more = true;
    }
    ~caller_as_worker() {
      if (over) return;
      if (runs_a_task) this->pool.observer.panicked(this->pool.helper_counts);
      { const typename task_runner<C>::detach_at_thread_end a_task_ended_it{this->pool, this->here}; }
      this->pool.popped_task_ended(this->seat);
      this->here.looks_for_more = false;
      wake_one(locked<C>(this->pool));  // still a helper, so the pool does not end meanwhile
    }
  };

  static void run_all(caller_as_worker& me) {
    while (run_next(me)) continue;
  }
  static bool run_next(caller_as_worker& me) {
    core<C>& pool = me.pool;
    if (pool.signalled(is_paused)) return false;
    if constexpr (C::carries) {
      if (auto* s = pool.pop_coroutine(0, ++me.turns)) return task_runner<C>::resume(pool, *s, pool.helper_counts, me.here), true;
    }
    task t;
    if (!take_given(pool, t) && !start_and_wake(pool).pop_task(t, me.seat, nullptr)) return false;
    run_one(me, t);
    pool.popped_task_ended(me.seat);
    return true;
  }
  static void run_one(caller_as_worker& me, task& t) {
    me.runs_a_task = true;
    task_runner<C>::run(me.pool, t, me.pool.helper_counts, me.here);
    me.runs_a_task = false;
  }
  /// True if the caller must continue. A pop may miss a task that is there, so this looks under the lock. It needs no fence: a push after the
  /// announce() of run_without_threads() finds a free place and starts a worker. While a timer is armed the caller keeps the time until a worker
  /// can be started, up to a limit: then the threads that wait for the pool keep it in turns.
  static bool more_to_run(caller_as_worker& me) {
    locked<C> l(me.pool);
    for (;;) {
      if (!l->stalled() || l->paused()) return false;
      if (l.core().work_ready(l)) return true;
      if (!timekeeper<C>::has_timer(l) || start(l, false, nullptr)) return false;
      l.announce();  // the worker may have been to search
      if (!l->stalled()) return wake_one(std::move(l)), false;
      if (l->paused() || l.core().work_ready(l)) continue;
      if (me.waits++ == most_waits) {
        me.leaves_the_time = true;
        return false;
      }
      typename P::condition_variable alone;
      const auto until = platform::smaller_of(timekeeper<C>::next_due(l), platform::no_later_than(P::clock::now(), between_starts));
      l.wait(alone, &until);
    }
  }

  /// False when the system refuses a thread: `first` is as before.
  static bool begun(core<C>& pool, worker_record<C>& w, [[maybe_unused]] task* first) {
    try {
      if constexpr (C::starts_with_a_task) {
        if (first != nullptr) w.first_task.write() = std::move(*first);
      }
      w.begin(pool, [&] { return traits(pool, w); });
      return true;
    } catch (const std::exception&) {
      if constexpr (C::starts_with_a_task) {
        if (first != nullptr && w.first_task.read()) *first = std::move(w.first_task.write());
      }
      return false;
    }
  }
  [[nodiscard]] static platform::thread_traits traits(const core<C>& pool, const worker_record<C>& w) {
    const options& asked = pool.asked;
    platform::thread_traits t;
    t.stack_size = asked.stack_size;
    if (!asked.name.empty()) t.name = asked.name + '-' + std::to_string(w.number);
    if (!asked.processors.empty()) t.processor = static_cast<int>(asked.processors[w.number % asked.processors.size()]);
    return t;
  }
  core<C>& core_;
};

}  // namespace weir::engine

#endif
