// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_TASK_RUNNER_HPP
#define WEIR_ENGINE_POOL_TASK_RUNNER_HPP

#include <weir/concepts/failed_task.hpp>
#include <weir/concepts/observer_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/platform/forced_unwind.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// Runs tasks and turns of coroutines, on workers and on callers. Exceptions go to the panic policy.
template <class C>
class task_runner {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using counts = typename C::observer::per_worker;

  /// Runs the task and destroys it. The task counts as done when both are over and the panic policy has had their exceptions. If the task is a
  /// coroutine, runs its first turn. Always inlined: a worker's loop has about thirty instructions per task.
  [[gnu::always_inline]] static void run(core<C>& pool, task& t, counts& by, task_frame<P>& here) {
    const bool well = call(pool, t, by, here);
    if constexpr (C::carries) {
      if (here.light != nullptr) [[unlikely]]
        return first_turn(pool, well, by, here);
    }
    count_end(pool, well, by, here);
  }
  /// Runs the next turn of a suspended coroutine.
  static void resume(core<C>& pool, coroutine_slot<C>& s, counts& by, task_frame<P>& here) {
    here.light = &s;
    if constexpr (hears_of_waits<typename C::observer>) pool.observer.resumed(by);
    run_turn(pool, s, by, here);
  }
  /// Runs a turn of a coroutine, up to its next wait or its end, on a thread that is no worker of the pool. The pool completes the end.
  static void resume_here(core<C>& pool, coroutine_slot<C>& s) {
    task_frame<P> here(pool.id());
    const detach_at_thread_end if_it_ends_the_thread{pool, here};
    here.light = &s;
    const counted_turn t(pool.coroutines, here.slots);
    const bool ended = s.run_turn(here);
    here.light = nullptr;
    if (!ended) return;
    s.set_ended(std::exchange(here.ended, nullptr));
    s.host().resume(s);
  }

  /// Runs the task and destroys it. False if it threw.
  static bool call(core<C>& pool, task& t, counts& by, task_frame<P>& here) {
    pool.observer.began(by);
    if constexpr (requires { t.is_stamped(); }) {
      if (t.is_stamped()) pool.observer.taken(by, t.posted());
    }
    const bool returned = contained(pool, [&] {
      if constexpr (requires { t.run_within(&here); })
        t.run_within(&here);
      else
        t();
    });
    const bool destroyed = contained(pool, [&] {
      here.context = {};  // it lies in the task
      t.reset();
    });
    return returned && destroyed;
  }
  /// Ends the task of a coroutine that has ended: takes its result and destroys it.
  template <class Running>
  static void end_coroutine(core<C>& pool, Running& coroutine, counts& by, task_frame<P>& here) {
    const bool returned = contained(pool, [&] { coroutine.result(here); });
    const bool destroyed = contained(pool, [&] {
      here.context = {};
      coroutine.end(here);
    });
    count_end(pool, returned && destroyed, by, here);
  }
  static void count_end(core<C>& pool, bool well, counts& by, task_frame<P>& here) {
    here.context = {};
    const task_fate fate = std::exchange(here.fate, task_fate::as_it_returns);
    if (fate == task_fate::skipped)
      pool.observer.cancelled(by);
    else if (well && fate != task_fate::threw)
      completed(pool, fate, by);
    else
      pool.observer.panicked(by);
  }

  /// Runs user code. False if it threw; the panic policy has had the exception then.
  template <class F>
  static bool contained(core<C>& pool, F f) {
    try {
      f();
      return true;
    } catch (...) {
      platform::pass_on_forced_unwind();
      panicked(pool, std::current_exception());
    }
    return false;
  }

  /// The `panicked` of the frames in which plain tasks run.
  static void panicked_within(task_frame<P>& here, std::exception_ptr thrown) {
    here.fate = task_fate::threw;
    panicked(*const_cast<core<C>*>(static_cast<const core<C>*>(here.pool())), std::move(thrown));
  }

  /// Detaches the running coroutine if its turn ends the thread.
  struct detach_at_thread_end {
    core<C>& pool;
    task_frame<P>& here;
    ~detach_at_thread_end() {
      if constexpr (C::carries) {
        if (here.light != nullptr) detach(pool, here);
      }
    }
  };

 private:
  static void completed(core<C>& pool, [[maybe_unused]] task_fate fate, counts& by) {
    if constexpr (hears_of_failures<typename C::observer>) {
      if (fate == task_fate::failed) pool.observer.failed(by);
    }
    pool.observer.completed(by);
  }
  using counted_turn = typename ready_coroutines<P>::turn;

  [[gnu::cold]] static void first_turn(core<C>& pool, bool well, counts& by, task_frame<P>& here) {
    auto& s = static_cast<coroutine_slot<C>&>(*here.light);
    if (s.has_task()) return run_turn(pool, s, by, here);
    count_end(pool, well, by, here);  // the callable threw instead of making a coroutine
    detach(pool, here);
  }
  static void run_turn(core<C>& pool, coroutine_slot<C>& s, counts& by, task_frame<P>& here) {
    const counted_turn t(pool.coroutines, here.slots);
    if (!s.run_turn(here)) {  // suspended, and possibly running on another thread already
      here.light = nullptr;
      here.context = {};
      if constexpr (hears_of_waits<typename C::observer>) pool.observer.suspended(by);
      return;
    }
    end_coroutine(pool, s.task(), by, here);
    detach(pool, here);
  }
  /// At the coroutine's end, or when the task made none.
  static void detach(core<C>& pool, task_frame<P>& here) {
    auto& s = static_cast<coroutine_slot<C>&>(*std::exchange(here.light, nullptr));
    s.refuse_thread_end();
    if constexpr (hears_of_the_end<typename C::queue>) pool.popped_task_ended(s.seat);
    if (here.slots == nullptr) {
      locked<C> l(pool);
      l->coroutines.detach(s);
      return idle_workers<C>(l).release_timekeeper();
    }
    here.slots->keep(s);
    if (!here.slots->full()) return;
    locked<C> l(pool);
    idle_workers<C>(l).take_back_slots(*here.slots, here.slots->batch);
  }

  static void panicked(core<C>& pool, std::exception_ptr thrown) {
    const auto* here = task_frame<P>::of(pool.id());  // none when a submitter's `discard` throws
    const failed_task task{pool.asked.name, here == nullptr ? context_view() : here->context};
    try {
      if constexpr (hears_task<typename C::panic>)
        pool.panic(std::move(thrown), task);
      else if constexpr (hears_context<typename C::panic>)
        pool.panic(std::move(thrown), task.posted_with);
      else
        pool.panic(std::move(thrown));
    } catch (...) {
      platform::pass_on_forced_unwind();
      task.report(std::current_exception(), "it came from the panic handler; the pool goes on");
    }
  }
};

}  // namespace weir::engine

#endif
