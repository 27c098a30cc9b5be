// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_RUNNER_HPP
#define WEIR_ENGINE_RUNNER_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/engine/ferry.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/passengers.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/report.hpp>
#include <weir/stats.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

template <class C>
struct sole_caller;

/// Runs tasks, on workers and on callers, and sees to it that what they throw stays with the panic policy.
template <class C>
class runner : public ferry<C> {
 public:
  using typename ferry<C>::P;
  using typename ferry<C>::guard;
  using typename ferry<C>::seat;
  using typename ferry<C>::task;
  using ferry<C>::ferry;

  /// Is the caller a task of this pool?
  [[nodiscard]] bool inside() const noexcept { return frame<P>::inside(this->id()); }

  void report_counts(guard& g, stats& into) const noexcept {
    this->observer.report(into);
    this->observer.report(into, this->guest_counts);
    g->for_each_record([&](const worker<C>& w) { this->observer.report(into, w.counts); });
  }

  /// The calling thread's name.
  [[nodiscard]] static const void* this_thread() noexcept { return &P::slot(); }

  /// A turn of a coroutine on a thread that somebody else has lent: up to its next wait, or to its end, which is completed at home.
  void visit(passenger<C>& p) {
    frame<P> here(this->id());
    const last_stop if_it_ends_the_thread{*this, here};
    here.light = &p;
    const turn_of_passenger t(this->turns);
    const bool ended = p.travelled(here);
    here.light = nullptr;
    if (!ended) return;
    p.arrived(std::exchange(here.ended, nullptr));
    p.host().go_on(p);
  }

 protected:
  friend struct sole_caller<C>;

  /// A passenger whose turn is not over when its thread ends gets off too, if that is possible.
  struct last_stop {
    runner& self;
    frame<P>& here;
    ~last_stop() {
      if constexpr (C::carries) {
        if (here.light != nullptr) self.alight(here);
      }
    }
  };

  /// A caller that runs tasks, from after it raised `guests` until it takes that back.
  struct guest {
    runner& self;
    frame<P> here{self.id()};
    [[no_unique_address]] typename C::seat seat{};
    bool leaves_the_time = false;  // to the threads that wait for the pool
    explicit guest(runner& pool) noexcept : self(pool) { here.popped_into = &seat; }
    guest(const guest&) = delete;
    guest& operator=(const guest&) = delete;
    ~guest() {
      { const last_stop whoever_rides{self, here}; }
      self.popped_task_ended(seat);  // again, if a task ended the thread
      guard g(self);
      --g->guests;
      if (g->closing) self.disturb(g);
      self.judge(g);
      if (!leaves_the_time) return;
      self.quieted.notify_all();  // not before the count: who finds a guest takes it that the guest keeps the time
      self.ended_now.notify_all();
    }
  };

  /// Runs the task and destroys it; it counts as done when both are over and the panic policy has heard what they threw. Of a coroutine it
  /// is the first turn. Always inlined: a worker's loop is some thirty instructions a task.
  [[gnu::always_inline]] void execute(task& t, typename C::observer::per_worker& counts, frame<P>& here) {
    const bool well = called(t, counts, here);
    if constexpr (C::carries) {
      if (here.light != nullptr) [[unlikely]]
        return begun(well, counts, here);
    }
    over(well, counts, here);
  }
  /// The next turn of a coroutine that waited.
  void carry(passenger<C>& p, typename C::observer::per_worker& counts, frame<P>& here) {
    here.light = &p;
    if constexpr (hears_of_waits<typename C::observer>) this->observer.resumed(counts);
    travels(p, counts, here);
  }
  /// Runs the task and destroys it. False if it threw.
  bool called(task& t, typename C::observer::per_worker& counts, frame<P>& here) {
    this->observer.began(counts);
    const bool returned = contained([&] {
      if constexpr (requires { t.run_within(&here); })
        t.run_within(&here);
      else
        t();
    });
    const bool destroyed = contained([&] { t.reset(); });
    return returned && destroyed;
  }
  void over(bool well, typename C::observer::per_worker& counts, frame<P>& here) {
    here.context = {};
    if (std::exchange(here.skipped, false))
      this->observer.cancelled(counts);
    else if (well)
      this->observer.completed(counts);
    else
      this->observer.panicked(counts);
  }

  template <class F>
  bool contained(F f) {
    try {
      f();
      return true;
    } catch (...) {
      platform::pass_on_forced_unwind();
      panicked(std::current_exception());
    }
    return false;
  }

  void panicked(std::exception_ptr thrown) {
    try {
      if constexpr (hears_context<typename C::panic>) {
        const auto* here = frame<P>::of(this->id());  // none when a submitter's Discard throws
        panic(std::move(thrown), here == nullptr ? context_view() : here->context);
      } else {
        panic(std::move(thrown));
      }
    } catch (...) {
      platform::pass_on_forced_unwind();
      platform::report(std::current_exception(), "it came from the panic handler; the pool goes on");
    }
  }

  [[no_unique_address]] typename for_callers<typename C::observer>::type guest_counts;

  [[no_unique_address]] typename C::panic panic;

 private:
  using turn_of_passenger = typename turns_of_passengers<P>::turn;

  [[gnu::cold]] void begun(bool well, typename C::observer::per_worker& counts, frame<P>& here) {
    auto& p = static_cast<passenger<C>&>(*here.light);
    if (p.under_way()) return travels(p, counts, here);
    over(well, counts, here);  // it threw instead
    alight(here);
  }
  void travels(passenger<C>& p, typename C::observer::per_worker& counts, frame<P>& here) {
    const turn_of_passenger t(this->turns);
    if (!p.travelled(here)) {  // it is somebody else's now
      here.light = nullptr;
      here.context = {};
      if constexpr (hears_of_waits<typename C::observer>) this->observer.suspended(counts);
      return;
    }
    const bool returned = contained([&] { p.task().result(here); });
    const bool destroyed = contained([&] { p.task().end(here); });
    over(returned && destroyed, counts, here);
    alight(here);
  }
  void alight(frame<P>& here) {
    auto& p = static_cast<passenger<C>&>(*std::exchange(here.light, nullptr));
    p.ends_its_thread();
    this->get_off(p);
  }
};

}  // namespace weir::engine

#endif
