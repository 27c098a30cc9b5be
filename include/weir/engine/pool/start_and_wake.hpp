// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_START_AND_WAKE_HPP
#define WEIR_ENGINE_POOL_START_AND_WAKE_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/helping_caller.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/task_runner.hpp>
#include <weir/engine/pool/timekeeper.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/thread_traits.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
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

  /// Makes the first records, so that a pool without a worker needs no memory to start one.
  void prepare() {
    record_batch<C>* const made = make(core_, 0);
    locked<C> l(core_);
    l->records = C::agents::records_at_once;
    add(l, *made);
    l->blank.push(made->records[0]);
  }

  /// After a push: a worker will look at the queue.
  void after_push() {
    // [WAKE-1] seq_cst fence, pairs with [WAKE-2]: a worker that is about to park sees the push, or this sees its signal.
    P::fence(std::memory_order_seq_cst);
    if (!core_.signalled(can_wake)) return;
    locked<C> l(core_);
    wake_one(std::move(l));
  }
  /// After a take: the submitter at the front hears of the room.
  void after_take() {
    if constexpr (C::can_wait && !C::hands_over) {
      // [ROOM-1] seq_cst fence, pairs with [WAKE-2]: a submitter that is about to wait sees the room, or this sees its signal.
      P::fence(std::memory_order_seq_cst);
      if (!core_.room_is_wanted()) return;
      locked<C> l(core_);
      serve_submitters(std::move(l));
    }
  }

  /// There may be room, or another submitter is at the front: posts the tasks of the coroutines at the front, and calls the thread behind them.
  static void serve_submitters(locked<C>&& l) {
    if constexpr (C::hands_over) {
      wake_one(std::move(l));
    } else if constexpr (C::can_wait) {
      const bool pushed = waiting_submitters<C>::post_pending(l);
      const bool called = l->submitters.call_front();
      pushed ? wake_one(std::move(l)) : l.unlock();
      if (called) l.core().room.notify_one();  // without the lock, which the submitter takes at once
    }
  }

  /// One more worker is to look at the queue: wakes one or starts one, unless one is on its way.
  static void wake_one(locked<C>&& l) {
    if ((C::wake::throttled && l->searching) || l->paused() || !(l.core().work_ready(l) || timekeeper<C>::is_wanted(l))) return l.unlock();
    if (worker_record<C>* w = idle_workers<C>(l).pop()) {
      w->status.write().searching = l->searching = true;
      l.unlock();
      w->unpark();
    } else if (l->has_place() && (l->live == 0 || C::growth::wants(std::max<std::size_t>(l.core().backlog(), 1)))) {
      l->searching = true;
      start(l, true, nullptr) ? l.unlock() : run_without_threads(std::move(l));
    } else {
      l.unlock();
    }
  }
  /// Gives the task to an idle worker, for unpark() below. Null, and the task left as it was, if no worker is idle.
  static worker_record<C>* give_to_idle(locked<C>& l, task& t) {
    worker_record<C>* const w = idle_workers<C>(l).pop();
    if (w != nullptr) w->first_task.write() = std::move(t);
    return w;
  }
  static void unpark(locked<C>&& l, worker_record<C>& w) {
    if (timekeeper<C>::is_wanted(l))
      wake_one(std::move(l));  // it has kept the time, and another one can
    else
      l.unlock();
    w.unpark();
  }

  /// Starts a worker, with `first` as its first task if that is not null. Releases the lock in between. False when the system refuses a
  /// thread: every count and the task are as they were before.
  static bool start(locked<C>& l, bool searching, task* first) {
    ++l->live;
    ++l->in_transition;
    worker_record<C>* w = l->blank.pop();
    worker_record<C>* ended = w == nullptr ? l->exited.pop() : nullptr;
    for (worker_record<C>* known : {w, ended})  // under the lock, because recheck_expiry() looks at every record
      if (known != nullptr) known->status.write() = {.searching = searching};
    const unsigned number = l->records;
    if (w == nullptr && ended == nullptr) l->records += C::agents::records_at_once;
    record_batch<C>* made = nullptr;
    const bool started = l.unlocked([&] {
      if (ended != nullptr && joined(*ended)) w = std::exchange(ended, nullptr);
      try {
        if (w == nullptr) {
          made = make(l.core(), number);
          w = &made->records[0];
          w->status.write() = {.searching = searching};
        }
        if constexpr (C::starts_with_a_task) {
          if (first != nullptr) w->first_task.write() = std::move(*first);
        }
        w->begin(l.core(), [&] { return traits(l.core(), *w); });
        return true;
      } catch (const std::exception&) {
        if constexpr (C::starts_with_a_task) {
          if (first != nullptr && w != nullptr && w->first_task.read()) *first = std::move(w->first_task.write());
        }
        return false;
      }
    });
    --l->in_transition;
    if (ended != nullptr) l->exited.push(*ended);
    if (made != nullptr) add(l, *made);
    if (started) {
      w->status.write().started = true;
      if (w->status.read().left) l->exited.push(*w);
    } else {
      if (w != nullptr) l->blank.push(*w);
      --l->live;
      ++l->failed_starts;
      if (searching) l->searching = false;
      if (C::hands_over && l->live == 0) waiting_submitters<C>::call_front(l);  // it waited for the worker that was refused
    }
    l.core().notify_waiters(l);
    return started;
  }

  /// Takes the next task, and tells the submitters of the room.
  bool pop_task(task& t, [[maybe_unused]] typename C::seat& mine) {
    if constexpr (C::hands_over) {
      return C::can_wait && core_.signalled(has_pending_post) && waiting_submitters<C>::take_pending(core_, t);
    } else {
      if (!core_.pop(t, mine)) return false;
      after_take();
      return true;
    }
  }

  /// Runs `t`, and then what has come meanwhile, on the calling thread, which has raised `helpers` under the lock: the pool has no worker and
  /// gets no thread.
  void run_on_caller(task& t) {
    caller_as_worker me(core_);
    task_runner<C>::run(core_, t, core_.helper_counts, me.here);
    while (more_to_run(me)) run_all(me);
    me.over = true;
  }
  /// The system has refused a thread. If workers are left, one is woken; if none is, the caller runs what is queued. A caller that does so
  /// already is not nested: it looks again when its task is over.
  static void run_without_threads(locked<C>&& l) {
    l.announce();
    if (l->idle != 0) return wake_one(std::move(l));
    const bool runs_already = task_frame<P>::works_off(l.core().id());
    if (runs_already || l->live != 0 || l->paused() || !(l.core().work_ready(l) || timekeeper<C>::has_timer(l))) return l.unlock();
    ++l->helpers;
    l.unlock();
    caller_as_worker me(l.core());
    do run_all(me);
    while (more_to_run(me));
    me.over = true;
  }
  /// Waits at `cv`. Without a deadline, and if no other thread can, the caller keeps the time meanwhile.
  static void wait(locked<C>& l, typename P::condition_variable& cv, const time_point* deadline) {
    if (deadline != nullptr || l->live + l->helpers != 0 || l->paused() || !timekeeper<C>::has_timer(l)) return l.wait(cv, deadline);
    l.unlocked([&] { run_without_threads(locked<C>(l.core())); });
  }
  /// A worker that ends hands on the task that it was started with and has not run.
  static void hand_on(locked<C>&& l, task& t) {
    if (worker_record<C>* const w = give_to_idle(l, t)) return unpark(std::move(l), *w);
    if (start(l, false, &t)) return l.unlock();
    ++l->helpers;
    l.unlock();
    start_and_wake(l.core()).run_on_caller(t);
  }

 private:
  static constexpr std::chrono::milliseconds between_starts{10};  // that a caller without a thread attempts, while it waits for the time
  static constexpr unsigned most_waits = 100;                     // of a caller that has its own work to do

  /// A calling thread that is all the pool has. Coroutines that begin on it go on in the pool; what its tasks post it runs later. If a task
  /// ends the thread, what is left goes to others.
  struct caller_as_worker : helping_caller<C> {
    unsigned waits = 0;  // until something is due, so far
    bool over = false;   // nothing is left for it to do

    explicit caller_as_worker(core<C>& of) : helping_caller<C>(of) {
      of.agents.lend(this->here);
      this->here.looks_for_more = true;
    }
    ~caller_as_worker() {
      if (over) return;
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
      if (auto* s = pool.pop_coroutine()) return task_runner<C>::resume(pool, *s, pool.helper_counts, me.here), true;
    }
    task t;
    if (!start_and_wake(pool).pop_task(t, me.seat)) return false;
    task_runner<C>::run(pool, t, pool.helper_counts, me.here);
    pool.popped_task_ended(me.seat);
    return true;
  }
  /// More is left for a caller that is all the pool has. A pop may find nothing though a task is there, so this must be sure. No fence: a push
  /// that comes after the announcement of run_without_threads() finds a place free and starts a worker. While something is to become due, the
  /// caller keeps the time until a worker can be started, but not for ever: then the threads that wait for the pool keep it in turns.
  static bool more_to_run(caller_as_worker& me) {
    locked<C> l(me.pool);
    for (;;) {
      if (l->live != 0 || l->paused()) return false;
      if (l.core().work_ready(l)) return true;
      if (!timekeeper<C>::has_timer(l) || start(l, false, nullptr)) return false;
      if (l->live != 0 || l->paused() || l.core().work_ready(l)) continue;  // the lock was released meanwhile
      if (me.waits++ == most_waits) {
        me.leaves_the_time = true;
        return false;
      }
      typename P::condition_variable alone;
      const auto until = std::min(timekeeper<C>::next_due(l), platform::no_later_than(P::clock::now(), between_starts));
      l.wait(alone, &until);
    }
  }

  /// False when that thread is the calling one, which is ending: a thread_local of the user's may post then.
  static bool joined(worker_record<C>& w) {
    try {
      w.end();
      return true;
    } catch (const std::system_error&) {
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
  /// New records with the numbers from this one on.
  static record_batch<C>* make(core<C>& pool, unsigned number) {
    auto made = std::make_unique<record_batch<C>>();
    for (worker_record<C>& w : made->records) {
      w.number = number++;
      if constexpr (prepares_seats<typename C::queue>) pool.queue.prepare(w.seat, w.number);
    }
    return made.release();
  }
  /// The first of the new records is used at once, the others are blank.
  static void add(locked<C>& l, record_batch<C>& made) noexcept {
    made.next = std::exchange(l->batches, &made);
    for (worker_record<C>& w : made.records) {
      if constexpr (seated_queue<typename C::queue>) l.core().queue.join(w.seat);
      if (&w != &made.records[0]) l->blank.push(w);
    }
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
