// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_VIOLIN_LIGHT_HPP
#define WEIR_PRESETS_VIOLIN_LIGHT_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/presets/violin.hpp>
#include <weir/sleep.hpp>

namespace weir::presets {

/// The pool of presets/violin.hpp with light workers for goroutines: a task that waits by `co_await` holds no thread. See
/// docs/light_workers.md
///
/// | violin                             | weir                                                                                |
/// |------------------------------------|-------------------------------------------------------------------------------------|
/// | New(opts...)                       | presets::violin_light<> p{{.capacity = n, .carriers = 2}}                           |
/// | GOMAXPROCS                         | .carriers, the threads of this pool; 0 is weir::processors()                        |
/// | time.Sleep(d) in a task            | co_await weir::sleep_for(d)                                                         |
/// | Submit of a func that blocks       | the same; it holds a carrier, so use more carriers, or presets::violin              |
/// | WithWorkerIdleTimeout(d)           | .idle_after = d; a worker retires at d, or up to 66 µs later                        |
/// | the rest                           | as in presets/violin.hpp                                                            |
template <class... Changes>
using violin_light = violin<agents::light, Changes...>;

}  // namespace weir::presets

#endif
