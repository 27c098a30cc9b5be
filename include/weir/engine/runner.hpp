// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_RUNNER_HPP
#define WEIR_ENGINE_RUNNER_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/engine/desk.hpp>
#include <weir/engine/frame.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/report.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// Runs tasks, on workers and on callers, and sees to it that what they throw stays with the panic policy.
template <class C>
class runner : public desk<C> {
 public:
  using typename desk<C>::P;
  using typename desk<C>::guard;
  using typename desk<C>::seat;
  using typename desk<C>::task;
  using desk<C>::desk;

  /// Is the caller a task of this pool?
  [[nodiscard]] bool inside() const noexcept { return frame<P>::inside(this->id()); }

  /// Runs `t` on the calling thread, which has raised `guests` under the lock.
  void run_as_guest(task& t) {
    guest me{*this};
    execute(t, guest_counts, me.here);
  }

 protected:
  /// A caller that runs tasks, from after it raised `guests` until it takes that back.
  struct guest {
    runner& self;
    frame<P> here{self.id()};
    [[no_unique_address]] typename C::seat seat{};
    ~guest() {
      self.popped_task_ended(seat);  // again, if a task ended the thread
      guard g(self);
      --g->guests;
      if (g->closing) self.disturb(g);
      self.judge(g);
    }
  };

  /// Runs the task and destroys it; it counts as done when both are over and the panic policy has heard what they threw.
  void execute(task& t, typename C::observer::per_worker& counts, frame<P>& here) {
    const bool well = called(t, counts, here);
    over(well, counts, here);
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
    } catch (platform::forced_unwind&) {
      throw;
    } catch (...) {
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
    } catch (platform::forced_unwind&) {
      throw;
    } catch (...) {
      platform::report(std::current_exception(), "it came from the panic handler; the pool goes on");
    }
  }

  [[no_unique_address]] typename C::observer::per_worker guest_counts;

  [[no_unique_address]] typename C::panic panic;
};

}  // namespace weir::engine

#endif
