// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_TRACE_HPP
#define WEIR_POLICIES_OBSERVER_TRACE_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/storage/trace_log.hpp>

#include <ostream>

namespace weir::observer {

/// Records when each task, or each turn of a coroutine (from a resume to the next suspension), began and ended and on which thread, and
/// counts as observer::counters does. `pool.observer().write_json(out)` writes the records for chrome://tracing or ui.perfetto.dev.
///
/// Guarantee:  the tasks of one thread are disjoint or nested; write_json writes every task that ended before the call.
/// Cost:       two readings of the clock, a lock taken twice that no other worker takes, and 32 bytes per task, until forget(). Without
///             memory for a record, the task is left out and counted as lost.
/// Not for:    pools that run for days: use observer::counters.
/// Visibility: none of its own: a record may be visible before the effects of its task.
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

    /// Writes the records so far, in the Trace Event Format. Any thread may call this at any time; a task that is running is left out.
    void write_json(std::ostream& out) const {
      stats s;
      totals::report(s);
      all_.write_json(out, s);
    }
    /// Drops the records so far; the totals stay.
    void forget() { all_.forget(); }

   private:
    mutable trace_logs<P> all_;
  };
};

static_assert(observer_policy<trace>);

}  // namespace weir::observer

#endif
