// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_GOPOOL_LIGHT_HPP
#define WEIR_PRESETS_GOPOOL_LIGHT_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/sleep.hpp>

#include <cstddef>

namespace weir::presets {

/// The pool of presets/gopool.hpp with light workers for goroutines: a task that waits by `co_await` holds no thread, so all 10 000 workers may
/// wait at once. See docs/light_workers.md
///
/// | gopool                             | weir                                                                                    |
/// |------------------------------------|-----------------------------------------------------------------------------------------|
/// | NewPool(name, cap, config)         | presets::gopool_light<> p{{.capacity = cap, .carriers = 2, .name = name}}; the name is that of the carriers |
/// | GOMAXPROCS                         | .carriers, the threads of this pool; 0 is weir::processors()                            |
/// | time.Sleep(d) in a task            | co_await weir::sleep_for(d)                                                             |
/// | Go of a func that blocks           | the same; it holds a carrier, so use more carriers, or presets::gopool                  |
/// | gopool.Go, the default pool        | weir::go<presets::gopool_light<>>(f)                                                    |
/// | the rest                           | as in presets/gopool.hpp                                                                |
template <std::size_t ScaleThreshold = 1, class... Changes>
using gopool_light = gopool<ScaleThreshold, agents::light, Changes...>;

}  // namespace weir::presets

#endif
