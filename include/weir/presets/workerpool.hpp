// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_WORKERPOOL_HPP
#define WEIR_PRESETS_WORKERPOOL_HPP

#include <weir/platform/durations.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

/// workerpool's New(n) with n < 1, and its DefaultIdleTimeout.
struct workerpool_values {
  [[nodiscard]] static options defaults() { return {.capacity = 1, .idle_after = std::chrono::seconds(2)}; }
};
using workerpool_policies = preset<workerpool_values, queue::unbounded, workers::lifo, expiry::one_per_period>;

/// The pool of gammazero/workerpool: a post never waits, tasks start in order, and idle workers retire one by one.
/// Further policies replace those of the same axis: `presets::workerpool<expiry::never>`.
///
/// | workerpool                 | weir                                                                                       |
/// |----------------------------|--------------------------------------------------------------------------------------------|
/// | New(n)                     | presets::workerpool<> p{{.capacity = n}}; 0, or left out, is 1, as n < 1 is there           |
/// | WithIdleTimeout(d)         | .idle_after = d; 2 s when left out, as with d = 0 there                                    |
/// | WithIdleTimeout(-1)        | expiry::never                                                                              |
/// | Size()                     | stats().capacity                                                                           |
/// | Submit(f), Do(f)           | post(f); `closed` after the pool was stopped, where Submit panics and Do gives ErrStopped  |
/// | SubmitWait(f)              | run(f), which gives the value and throws what f threw; from inside a task it runs f there  |
/// | Submit(nil), ignored       | std::invalid_argument                                                                      |
/// | WaitingQueueSize()         | stats().queued                                                                             |
/// | Pause(ctx)                 | auto paused = p.pause(), until the guard is destroyed. Pauses overlap, in workerpool they queue up |
/// | Stop()                     | auto left = p.stop(); p.join(); `left` holds the tasks that did not run; once it is destroyed, their futures say `cancelled` |
/// | StopWait()                 | shutdown() and join(); the destructor does both                                            |
/// | Stopped()                  | state() != run_state::open                                                                 |
/// | pacer                      | none; a pacer limits starts, not workers, and works without the pool's help: tests/rivals/workerpool/pacer.hpp |
///
/// Different on purpose. The first idle worker retires after one period, in workerpool after one to two. Stopping from inside a task
/// throws or does not wait; in workerpool it never returns. Workers start for tasks only: a pause starts none, in workerpool all. A task
/// that throws ends the program in both, unless panic::terminate is replaced.
template <class... Changes>
using workerpool = workerpool_policies::with<Changes...>;

}  // namespace weir::presets

#endif
