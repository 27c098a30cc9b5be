// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_ANTS_LIGHT_HPP
#define WEIR_PRESETS_ANTS_LIGHT_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/presets/ants.hpp>
#include <weir/sleep.hpp>

namespace weir::presets {

/// The pool of presets/ants.hpp with light workers for goroutines: a task that waits by `co_await` holds no thread, so tens of
/// thousands can be in flight. See docs/light_workers.md
///
/// | ants                               | weir                                                                                    |
/// |------------------------------------|-----------------------------------------------------------------------------------------|
/// | NewPool(n)                         | presets::ants_light<> p{{.capacity = n, .carriers = 2}}                                 |
/// | GOMAXPROCS                         | .carriers, the threads of this pool; 0 is weir::processors()                            |
/// | time.Sleep(d) in a task            | co_await weir::sleep_for(d)                                                             |
/// | channels, sync.Mutex, semaphores   | weir::channel, weir::async_mutex, weir::async_semaphore                                 |
/// | Submit of a func that blocks       | the same; it holds a carrier, so use more carriers, or presets::ants                     |
/// | WithExpiryDuration(d)              | .idle_after = d; 1 s when left out. A worker retires at d, or up to 66 µs later         |
/// | the rest                           | as in presets/ants.hpp                                                                  |
///
/// Cost: without a queue, as in ants, each post chooses an idle worker under the pool's lock. Where tasks only have to be accepted,
/// presets::ants_light<queue::bounded<N>> with room for a round of the workers takes about half of the time. The pool of bench W8 is such a pool, and not
/// this one; bench/README.md has both.
template <class... Changes>
using ants_light = ants<agents::light, Changes...>;

}  // namespace weir::presets

#endif
