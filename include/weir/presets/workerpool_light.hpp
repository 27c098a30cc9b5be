// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_WORKERPOOL_LIGHT_HPP
#define WEIR_PRESETS_WORKERPOOL_LIGHT_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/presets/workerpool.hpp>
#include <weir/sleep.hpp>

namespace weir::presets {

/// The pool of presets/workerpool.hpp with light workers for goroutines: a task that waits by `co_await` holds no thread. See
/// docs/light_workers.md
///
/// | workerpool                 | weir                                                                                       |
/// |----------------------------|--------------------------------------------------------------------------------------------|
/// | New(n)                     | presets::workerpool_light<> p{{.capacity = n, .carriers = 2}}                              |
/// | GOMAXPROCS                 | .carriers, the threads of this pool; 0 is weir::processors()                               |
/// | time.Sleep(d) in a task    | co_await weir::sleep_for(d)                                                                |
/// | Submit of a func that blocks | the same; it holds a carrier, so use more carriers, or presets::workerpool               |
/// | SubmitWait(f), f waits     | in a coroutine co_await p.submit(f); elsewhere p.submit(f).get()                           |
/// | WithIdleTimeout(d)         | .idle_after = d; a worker retires at d, or up to 66 µs later                               |
/// | pacer                      | co_await weir::sleep_until(t), which holds no worker's thread                              |
/// | the rest                   | as in presets/workerpool.hpp                                                               |
template <class... Changes>
using workerpool_light = workerpool<agents::light, Changes...>;

}  // namespace weir::presets

#endif
