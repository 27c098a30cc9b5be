// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_FASTHTTP_LIGHT_HPP
#define WEIR_PRESETS_FASTHTTP_LIGHT_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/sleep.hpp>

namespace weir::presets {

/// The pool of presets/fasthttp.hpp with light workers for goroutines: a connection that waits by `co_await` holds no thread, so all 262 144 may
/// wait at once. docs/examples/http_server is a server of light workers. See docs/light_workers.md
///
/// | fasthttp workerPool          | weir                                                                                      |
/// |------------------------------|-------------------------------------------------------------------------------------------|
/// | MaxWorkersCount              | .capacity, the connections at once; .carriers, the threads that serve them                |
/// | WorkerFunc                   | a callable that makes a weir::coroutine: `p.post([c]() -> weir::coroutine<> { ... })`     |
/// | MaxIdleWorkerDuration        | .idle_after; a worker retires at it, or up to 66 µs later                                 |
/// | a WorkerFunc that blocks     | the same; it holds a carrier, so use more carriers, or presets::fasthttp                  |
/// | the rest                     | as in presets/fasthttp.hpp                                                                |
template <class... Changes>
using fasthttp_light = fasthttp<agents::light, Changes...>;

}  // namespace weir::presets

#endif
