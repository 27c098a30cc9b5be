// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_CLOUDWEGO_LIGHT_HPP
#define WEIR_PRESETS_CLOUDWEGO_LIGHT_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/presets/cloudwego.hpp>
#include <weir/sleep.hpp>

#include <cstddef>

namespace weir::presets {

/// The pool of presets/cloudwego.hpp with light workers for goroutines: a task that waits by `co_await` holds no thread, so those beyond the capacity
/// need no threads of their own either. See docs/light_workers.md
///
/// | cloudwego gopool         | weir                                                                                          |
/// |--------------------------|-----------------------------------------------------------------------------------------------|
/// | Option.MaxIdleWorkers    | .capacity, the number of light workers kept; .carriers, the threads that run them             |
/// | GOMAXPROCS               | .carriers; 0 is weir::processors()                                                            |
/// | Option.WorkerMaxAge      | .max_age; 1 min when left out. A worker retires at it, or up to 66 µs later                   |
/// | time.Sleep(d) in a task  | co_await weir::sleep_for(d)                                                                   |
/// | Go of a func that blocks | the same; it holds a carrier, also beyond the capacity, so use more carriers, or presets::cloudwego |
/// | the rest                 | as in presets/cloudwego.hpp                                                                   |
template <std::size_t TaskChanBuffer = 1000, class... Changes>
using cloudwego_light = cloudwego<TaskChanBuffer, agents::light, Changes...>;

}  // namespace weir::presets

#endif
