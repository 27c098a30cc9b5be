// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WORKER_LOOP_HPP
#define WEIR_ENGINE_POOL_WORKER_LOOP_HPP

#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/pool/arriving_workers.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/park_or_retire.hpp>
#include <weir/engine/pool/searching_workers.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/task_runner.hpp>
#include <weir/engine/pool/worker_hooks.hpp>
#include <weir/engine/task/spare_ticket_links.hpp>
#include <weir/platform/place_note.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// The worker's loop: takes tasks and runs them, parks when there is none, and retires.
template <class C>
class worker_loop {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using time_point = typename P::clock::time_point;

  explicit worker_loop(core<C>& of) noexcept : core_(of) {}

  /// Runs a worker on a thread of its own.
  void run(worker_record<C>& w) {
    std::conditional_t<C::carries, frame_cache<P>, no_frames> frames;
    task_frame<P> here(core_.id(), &w.seat);
    here.worker = &w.number;
    here.waits_for = &w.waits_for;
    here.posted_at = platform::place_note_in<P>(w.counts);
    here.panicked = &task_runner<C>::panicked_within;
    spare_ticket_links<P> links;
    here.links = &links;
    core_.agents.lend(here, frames, w.slots, w.number);
    leaving out{core_, w, next_step::look, false};
    const typename task_runner<C>::detach_at_thread_end if_it_ends_the_thread{core_, here};
    const auto contain = [&pool = core_](const auto& f) { return task_runner<C>::contained(pool, f); };
    worker_hooks<P, decltype(contain)> hooks(here, core_.asked, contain);
    hooks.begin();
    out.runs_tasks = true;
    worker_memory<C> m;
    task t;
    for (next_step n = next_step::search; n != next_step::leave; out.at = n) {
      n = run_tasks(w, t, m, here, n == next_step::search);
      while (n == next_step::sleep) {
        w.sleep(core_.queue, m);
        n = park_or_retire<C>(core_).woke_up(w, m);
      }
    }
  }

  /// Resumes a worker without a thread until it suspends. Called by a carrier.
  void resume(worker_record<C>& w) {
    task_frame<P> here(core_.id(), &w.seat);
    here.worker = &w.number;
    here.panicked = &task_runner<C>::panicked_within;
    here.posted_at = platform::place_note_in<P>(w.counts);
    w.mount(here);
    leaving out{core_, w};
    worker_memory<C>& m = w.memory();
    park_or_retire<C> idle(core_);
    task t;
    next_step n = next_step::suspended;
    if (!w.has_task())
      n = idle.woke_up(w, m);
    else if (resume_task(w, here))
      n = may_continue(core_, w, m) ? next_step::look : idle.found_nothing(w, m);
    for (;;) {
      while (n == next_step::look || n == next_step::search) n = run_tasks(w, t, m, here, n == next_step::search);
      if (n != next_step::sleep || w.sleeps(m)) break;
      n = idle.woke_up(w, m);
    }
    out.at = n;
  }

  /// Runs a turn of the worker's task, up to its next wait or its end, on a thread that is no carrier of the pool. The pool completes the end.
  void resume_here(worker_record<C>& w) {
    task_frame<P> here(core_.id(), &w.seat);
    here.worker = &w.number;
    w.mount(here);
    leaving out{core_, w};
    if constexpr (hears_of_waits<typename C::observer>) core_.observer.resumed(w.counts);
    const bool ended = w.run_turn(here);
    out.at = next_step::suspended;
    if constexpr (hears_of_waits<typename C::observer>) core_.observer.suspended(w.counts);  // its next turn may have begun
    if (!ended) return;
    w.set_ended(std::exchange(here.ended, nullptr));
    w.host().resume(w);
  }

 private:
  struct no_frames {};
  static constexpr unsigned takes_between_times = 32;

  /// Ends a worker's last turn, whatever ended it. The worker is `in_transition` until then, so the pool does not end before.
  struct leaving {
    core<C>& pool;
    worker_record<C>& w;
    /// leave: the place was given up. sleep, suspended: another thread may run the worker already. Otherwise a task or a hook ended the thread.
    next_step at = next_step::look;
    bool runs_tasks = true;  // false during on_start and worker_state
    ~leaving() {
      if (at == next_step::sleep || at == next_step::suspended) return;
      if (at != next_step::leave && holds_its_place()) give_up();
      locked<C> l(pool);
      --l->in_transition;
      park_or_retire<C>::end(std::move(l), w);
    }
    /// Not if a task ended the thread that ran here because the system had refused the worker's replacement.
    [[nodiscard]] bool holds_its_place() const {
      locked<C> l(pool);
      return !w.status.read().retired;
    }
    /// Releases what the worker holds: its place, its search, and a first task that it has not run.
    void give_up() {
      w.refuse_thread_end();
      pool.popped_task_ended(w.seat);
      if (runs_tasks) pool.observer.panicked(w.counts);
      locked<C> l(pool);
      searching_workers<C>(l).end(w);
      --l->live;
      ++l->in_transition;
      arriving_workers<C>(l).remove(w);
      if constexpr (C::carries) idle_workers<C>(l).take_back_slots(w.slots, 0);
      l.announce();
      if constexpr (C::starts_with_a_task) {
        if (task first = std::move(w.first_task.write())) return start_and_wake<C>::hand_on(std::move(l), first);
      }
      start_and_wake<C>::wake_one(std::move(l));
    }
  };

  /// Runs tasks until there is none for this worker, or its task is suspended; then the worker parks or retires.
  next_step run_tasks(worker_record<C>& w, task& t, worker_memory<C>& m, task_frame<P>& here, bool searches) {
    if (searches && is_surplus(w)) return park_or_retire<C>(core_).found_nothing(w, m);
    while (take(w, t, m, here, searches)) {
      if (std::exchange(searches, false)) search_ended(core_, w);
      note_first_task(m);
      if constexpr (C::agents::suspends) {
        if (!run_first_turn(w, t, here)) return next_step::suspended;
      } else {
        task_runner<C>::run(core_, t, w.counts, here);
      }
      if (!may_continue(core_, w, m)) break;
    }
    return park_or_retire<C>(core_).found_nothing(w, m);
  }
  /// A worker's age counts from its first task: otherwise workers with a short max_age would replace each other without end.
  static void note_first_task([[maybe_unused]] worker_memory<C>& m) noexcept {
    if constexpr (C::expiry::expires) {
      if (m.first_task == time_point::max()) [[unlikely]]
        m.first_task = P::clock::now();
    }
  }
  /// After a task. If that has forked and returns in the child, the copy of this worker ends the child: it would run what the parent runs.
  static bool may_continue(core<C>& pool, worker_record<C>& w, worker_memory<C>& m) {
    pool.home.check();
    pool.popped_task_ended(w.seat);
    if constexpr (C::expiry::expires) m.worked = true;
    return !pool.signalled(over_capacity) && !park_or_retire<C>::too_old(pool, m);
  }

  /// Runs a light worker's task. False if it is suspended: another thread may run the worker already.
  bool run_first_turn(worker_record<C>& w, task& t, task_frame<P>& here) {
    const bool well = task_runner<C>::call(core_, t, w.counts, here);
    if (!w.has_task()) return task_runner<C>::count_end(core_, well, w.counts, here), true;
    return run_turn(w, here);
  }
  bool resume_task(worker_record<C>& w, task_frame<P>& here) {
    if constexpr (hears_of_waits<typename C::observer>) core_.observer.resumed(w.counts);
    return run_turn(w, here);
  }
  bool run_turn(worker_record<C>& w, task_frame<P>& here) {
    if (!w.run_turn(here)) {
      if constexpr (hears_of_waits<typename C::observer>) core_.observer.suspended(w.counts);  // its next turn may have begun
      return false;
    }
    task_runner<C>::end_coroutine(core_, w.task(), w.counts, here);
    return true;
  }

  /// A worker that was woken or started retires before it begins a task, if it is over the capacity and has not been given one.
  [[nodiscard]] bool is_surplus([[maybe_unused]] const worker_record<C>& w) const noexcept {
    if constexpr (C::hands_oldest_over) {
      return false;  // look_at_arrival() asks under the lock
    } else {
      if constexpr (C::starts_with_a_task) {
        if (w.first_task.read()) return false;
      }
      return core_.signalled(over_capacity);
    }
  }
  bool take([[maybe_unused]] worker_record<C>& w, task& t, [[maybe_unused]] worker_memory<C>& m, [[maybe_unused]] task_frame<P>& here,
            [[maybe_unused]] bool& searches) {
    if constexpr (C::hands_oldest_over) {
      if (searches) {
        const arrival_found found = look_at_arrival(core_, w, t);
        if (found == arrival_found::task) return searches = false, true;
        if (found == arrival_found::nothing) return false;
      }
    } else {
      if (take_first(w, t)) return true;
    }
    if constexpr (C::carries) {
      if (core_.signalled(signal(is_paused | has_coroutines))) [[unlikely]]
        return resume_until_taken(core_, w, t, m, here, searches);
    } else {
      if (core_.signalled(is_paused)) return false;
    }
    return start_and_wake<C>(core_).pop_task(t, w.seat, &w);
  }
  /// The task that the worker was started or woken with. False if there is none.
  static bool take_first([[maybe_unused]] worker_record<C>& w, [[maybe_unused]] task& t) {
    if constexpr (C::starts_with_a_task) {
      if (w.first_task.read()) return t = std::move(w.first_task.write()), true;
    }
    return false;
  }
  enum class arrival_found { task, nothing, perhaps_coroutines };
  /// The first look of a worker that was woken or started, and the end of its search, in one step: up to then it is room for a submitter that finds the
  /// queue full, and comes for a task that no other is started for. A worker that finds nothing stays arriving until it is idle, unless it is to look for
  /// coroutines.
  static arrival_found look_at_arrival(core<C>& pool, worker_record<C>& w, task& t) {
    locked<C> l(pool);
    if (!take_first(w, t) && !arriving_workers<C>(l).take_given(t)) {
      if (l->paused() || l->crowded()) return arrival_found::nothing;
      if (!pool.pop(t, w.seat)) {
        if (!l->coroutines.any()) return arrival_found::nothing;
        arriving_workers<C>(l).remove(w);
        return arrival_found::perhaps_coroutines;
      }
    }
    arriving_workers<C>(l).remove(w);
    const bool searched = searching_workers<C>(l).end(w);
    l.announce();
    timekeeper<C>::appoint(l);
    start_and_wake<C>::after_first_take(std::move(l), searched || C::wake::throttled || pool.has_claimed_more(w.seat));
    return arrival_found::task;
  }
  /// In a pool with coroutines: runs turns of coroutines until it takes a task. Turns and tasks alternate; the timers are checked now and then.
  [[gnu::cold]] static bool resume_until_taken(core<C>& pool, worker_record<C>& w, task& t, worker_memory<C>& m, task_frame<P>& here,
                                               bool searches) {
    for (;;) {
      if (pool.signalled(is_paused)) return false;
      coroutine_slot<C>* s = nullptr;
      ++m.takes;
      m.yields =
          C::hands_over && m.takes % takes_between_times == 0 && pool.signalled(submitter_waits) && !pool.signalled(has_pending_post);
      if (m.yields) return false;
      if (m.takes % takes_between_times == 0 || (m.takes % 2 == 0 && pool.coroutines.has_turn())) s = pool.pop_coroutine(w.number, m.takes);
      const bool has_task = s == nullptr && start_and_wake<C>(pool).pop_task(t, w.seat, &w);
      if (s == nullptr && !has_task) s = pool.pop_coroutine(w.number, m.takes);
      if (s == nullptr && !has_task) return false;
      if (pool.signalled(needs_timekeeper)) replace_timekeeper(pool);
      if (has_task) return true;
      if (std::exchange(searches, false)) search_ended(pool, w);
      note_first_task(m);
      task_runner<C>::resume(pool, *s, w.counts, here);
      if (!may_continue(pool, w, m)) return false;
    }
  }
  /// The timekeeper has found something to run: appoints another worker.
  static void replace_timekeeper(core<C>& pool) {
    locked<C> l(pool);
    timekeeper<C>::appoint(l);
    start_and_wake<C>::wake_one(std::move(l));
  }
  /// The searching worker has found something: wakes the next one if there is more.
  static void search_ended(core<C>& pool, worker_record<C>& w) {
    locked<C> l(pool);
    if (!searching_workers<C>(l).end(w)) return;
    l.announce();
    start_and_wake<C>::wake_one(std::move(l));
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
