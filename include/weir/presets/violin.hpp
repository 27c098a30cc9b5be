// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_VIOLIN_HPP
#define WEIR_PRESETS_VIOLIN_HPP

#include <weir/platform/durations.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

/// What violin's README states: at most 5 workers, and 3 s.
struct violin_values {
  [[nodiscard]] static options defaults() { return {.capacity = 5, .idle_after = std::chrono::seconds(3)}; }
};
using violin_policies = preset<violin_values, queue::unbounded, workers::lifo, expiry::one_per_period>;

/// The pool of B1NARY-GR0UP/violin: as presets::workerpool, with a minimum number of workers too.
/// Further policies replace those of the same axis.
///
/// | violin                             | weir                                                                                |
/// |------------------------------------|-------------------------------------------------------------------------------------|
/// | WithMaxWorkers(n)                  | .capacity = n; 5 when left out, or 0, which in violin is 1                          |
/// | WithMinWorkers(n)                  | .min_workers = n: expiry leaves that many. They start on demand; growth::prestart starts `capacity` |
/// | WithWorkerIdleTimeout(d)           | .idle_after = d; 3 s when left out                                                  |
/// | WithWaitingQueueSize(n), to v0.2   | queue::bounded<n>; an idle worker comes first, then a new one, then the queue. n was 64 when left out. Since then the queue has no limit, nor has it here |
/// | Submit(f), SubmitWait(f)           | post(f), run(f)                                                                     |
/// | Consume(chan)                      | post_bulk(range)                                                                    |
/// | ConsumeWait(chan)                  | a weir::task_group of the range, and wait()                                         |
/// | Pause(ctx)                         | pause(), a guard                                                                    |
/// | Shutdown()                         | stop() and join()                                                                   |
/// | ShutdownWait()                     | shutdown() and join()                                                               |
/// | IsPlaying, IsCleaning, IsShutdown  | state(): run_state::open, closing, stopped. A pool is open from its construction on |
/// | MinWorkerNum, MaxWorkerNum         | stats().min_workers, stats().capacity                                               |
/// | TaskNum, WaitingTaskNum, WorkerNum | stats().queued + stats().running, stats().queued, stats().workers                   |
///
/// Different on purpose. Tasks start in order, workers start for tasks and not up to the maximum, an idle pool uses no processor time, and
/// draining is safe; none of this holds in violin. The package's own Submit, which runs nothing, is
/// weir::go<presets::violin<>>(f). violin's README and its constants do not agree on its defaults; these are the README's.
template <class... Changes>
using violin = violin_policies::with<Changes...>;

}  // namespace weir::presets

#endif
