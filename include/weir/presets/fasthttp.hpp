// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_FASTHTTP_HPP
#define WEIR_PRESETS_FASTHTTP_HPP

#include <weir/platform/durations.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

/// What fasthttp gives its pool where its user gives nothing: the server's DefaultConcurrency, and 10 s.
struct fasthttp_values {
  [[nodiscard]] static options defaults() { return {.capacity = 256 * 1024, .idle_after = std::chrono::seconds(10)}; }
};
using fasthttp_policies = preset<fasthttp_values, queue::none, workers::lifo, blocking::reject, expiry::after_idle>;

/// The worker pool inside valyala/fasthttp: a connection gets a worker at once or is refused at once, and the worker that finished last
/// serves next. Further policies replace those of the same axis.
///
/// | fasthttp workerPool          | weir                                                                                      |
/// |------------------------------|-------------------------------------------------------------------------------------------|
/// | WorkerFunc                   | what the posted callable does; weir::function_pool queues connections only                |
/// | MaxWorkersCount              | .capacity; 262 144 when left out, the server's DefaultConcurrency                         |
/// | MaxIdleWorkerDuration        | .idle_after; 10 s when left out. Exact; in fasthttp between one and two periods           |
/// | Serve(c) bool                | post([c] { ... }) == post_result::accepted; `full` when all are busy                      |
/// | Start()                      | the constructor, and restart() after join()                                               |
/// | Stop()                       | shutdown(); join() waits too, which Stop does not                                         |
/// | Logger, LogAllErrors         | log in the callable, or panic::call<H>                                                    |
/// | connState                    | none; the callable knows its connection                                                   |
///
/// Different on purpose. Nothing is served after shutdown(); in fasthttp Serve still starts workers. A restarted pool works as a new one;
/// in fasthttp each worker then serves one connection only. Any number of threads may stop the pool. A callable that throws ends the
/// program in both, unless panic::terminate is replaced. The rolego variant of this pool is the same, with its Submit for Serve.
template <class... Changes>
using fasthttp = fasthttp_policies::with<Changes...>;

}  // namespace weir::presets

#endif
