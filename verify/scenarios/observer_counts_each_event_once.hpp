// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OBSERVER_COUNTS_EACH_EVENT_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_OBSERVER_COUNTS_EACH_EVENT_ONCE_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/stats.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstdint>

namespace weir::verify::scenarios {

/// Two workers tell the observer of their tasks, each in its own `per_worker` and both in the place that all callers share, while a third
/// thread reads the report. At the end each total that the observer tells at all is the number of these events, and no other event is in it.
///
///     a caller: how many? -> 3                          3 + 1 -> 4
///                                another: how many? -> 3       3 + 1 -> 4
template <class Observer, class P>
struct observer_counts_each_event_once {
  static constexpr const char* claim = "I5: an observer counts each event once, as what it is, and as nothing else";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.bound = 1};

  using on = typename Observer::template on<P>;
  using per_worker = typename on::per_worker;

  void before() {
    single("I5: accepted() is counted as accepted, and as nothing else", {.accepted = 1}, [](on& x, per_worker&) { x.accepted(); });
    single("I5: refused() is counted as refused, and as nothing else", {.refused = 1}, [](on& x, per_worker&) { x.refused(); });
    single("I5: discarded() is counted as discarded, and as nothing else", {.discarded = 1}, [](on& x, per_worker&) { x.discarded(); });
    single("I5: a completed task is counted as completed, and as nothing else", {.completed = 1},
           [](on& x, per_worker& w) { x.completed(w); });
    single("I5: a task that threw is counted as panicked, and as nothing else", {.panicked = 1},
           [](on& x, per_worker& w) { x.panicked(w); });
    single("I5: a cancelled task is counted as cancelled, and as nothing else", {.cancelled = 1},
           [](on& x, per_worker& w) { x.cancelled(w); });
    if constexpr (hears_of_failures<on>)
      single("I5: failed() is counted as failed, and as nothing else", {.failed = 1}, [](on& x, per_worker& w) { x.failed(w); });
  }
  void thread(unsigned i) {
    if (i == 2) {
      const stats s = report();
      check<P>(
          s.accepted <= 2 && s.refused <= 2 && s.discarded <= 2 && s.completed <= 4 && s.panicked <= 2 && s.failed <= 4 && s.cancelled <= 2,
          "I5: no total runs ahead of the events");
      return;
    }
    seen.accepted();
    one_task(mine[i], 0);
    one_task(callers, 0);
    one_task(mine[i], 1);
    seen.refused();
    one_task(callers, 2);
    seen.discarded();
  }
  void finish() {
    const stats s = report();
    check<P>(s.accepted == told.accepted * 2 && s.refused == told.refused * 2 && s.discarded == told.discarded * 2,
             "I5: accepted, refused and discarded posts are each counted once, whoever posts at the same time");
    check<P>(s.completed == told.completed * 4 && s.panicked == told.panicked * 2 && s.failed == told.failed * 4 &&
                 s.cancelled == told.cancelled * 2,
             "I5: each task is counted once, and the reports of the workers add up");
  }

 private:
  /// A fresh observer is told of one event. What it does not tell of here, it need not tell at all.
  template <class Event>
  void single(const char* sentence, const stats& most, Event event) {
    on x;
    per_worker w;
    x.began(w);
    event(x, w);
    stats s;
    x.report(s);
    x.report(s, w);
    check<P>(s.accepted <= most.accepted && s.refused <= most.refused && s.discarded <= most.discarded && s.completed <= most.completed &&
                 s.panicked <= most.panicked && s.failed <= most.failed && s.cancelled <= most.cancelled,
             sentence);
    told += s;
  }
  template <class Place>
  void one_task(Place& at, unsigned how) {
    seen.began(at);
    if constexpr (hears_of_waits<on>) {
      seen.suspended(at);
      seen.resumed(at);
    }
    if constexpr (hears_of_failures<on>) {
      if (how == 0) seen.failed(at);
    }
    how == 0 ? seen.completed(at) : how == 1 ? seen.panicked(at) : seen.cancelled(at);
  }
  stats report() {
    stats s;
    seen.report(s);
    for (per_worker& each : mine) seen.report(s, each);
    seen.report(s, callers);
    return s;
  }

  on seen;
  per_worker mine[2];
  typename for_callers<on>::type callers;
  stats told;  // 1: the observer tells this total
};

}  // namespace weir::verify::scenarios

#endif
