// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_TRACE_HPP
#define WEIR_POLICIES_OBSERVER_TRACE_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/storage/trace_log.hpp>

#include <ostream>

namespace weir::observer {

/// Notes when each task, or each turn of a coroutine, began and ended, and on which thread, besides what observer::counters counts. `pool.observer().write_json(out)`
/// writes it all for a browser to show: chrome://tracing or ui.perfetto.dev.
///
/// Guarantee:  tasks that one thread ran lie side by side or one inside the other; what has ended before write_json was called is in it.
/// Cost:       two readings of the clock, two turns at a lock that no other worker wants, and 32 bytes per task, until forget(). A note
///             that finds no memory is left out, and counted.
/// Not for:    pools that run for days; observer::counters.
/// Visibility: none of its own: a task may be noted before what it did is seen.
struct trace {
  using axis = axes::observer;

  template <class P>
  class on : public counters::on<P> {
    using totals = counters::on<P>;

   public:
    struct per_worker : totals::per_worker {
      trace_log<P> log;
    };

    struct per_caller : per_worker {
      per_caller() noexcept { this->log.serve_callers(); }
    };

    void began(per_worker& mine) noexcept { mine.log.begin(all_); }
    void completed(per_worker& mine) noexcept {
      totals::completed(mine);
      mine.log.end(task_end::completed);
    }
    void panicked(per_worker& mine) noexcept {
      totals::panicked(mine);
      mine.log.end(task_end::threw);
    }
    void cancelled(per_worker& mine) noexcept {
      totals::cancelled(mine);
      mine.log.end(task_end::cancelled);
    }
    void suspended(per_worker& mine) noexcept { mine.log.end(task_end::suspended); }
    void resumed(per_worker& mine) noexcept { mine.log.begin(all_); }

    /// Writes what was noted so far, in the Trace Event Format. Any thread may call this at any time; a task that runs now is left out.
    void write_json(std::ostream& out) const {
      stats s;
      totals::report(s);
      all_.write_json(out, s);
    }
    /// Drops what was noted so far; the totals stay.
    void forget() { all_.forget(); }

   private:
    mutable trace_logs<P> all_;
  };
};

static_assert(observer_policy<trace>);

}  // namespace weir::observer

#endif
