// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_CLOUDWEGO_HPP
#define WEIR_PRESETS_CLOUDWEGO_HPP

#include <weir/platform/durations.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/presets/preset.hpp>

#include <cstddef>

namespace weir::presets {

/// cloudwego's DefaultOption(): MaxIdleWorkers, WorkerMaxAge.
struct cloudwego_values {
  [[nodiscard]] static options defaults() { return {.capacity = 1000, .max_age = std::chrono::minutes(1)}; }
};
template <std::size_t TaskChanBuffer>
using cloudwego_policies =
    preset<cloudwego_values, queue::bounded<TaskChanBuffer>, blocking::overflow_spawn, expiry::after_age, panic::log_and_continue>;

/// The pool of cloudwego/gopkg concurrency/gopool, the successor of ByteDance's: when the buffer is full and no worker is
/// idle, the task gets a worker of its own, beyond the capacity; workers have a maximum age.
///
/// | cloudwego gopool         | weir                                                                                          |
/// |--------------------------|-----------------------------------------------------------------------------------------------|
/// | Option.TaskChanBuffer    | presets::cloudwego<N>; 1000 when left out                                                     |
/// | Option.MaxIdleWorkers    | .capacity, the number of workers kept; 1000 when left out. Below it weir puts tasks into the buffer and starts workers, as does gopool |
/// | Option.WorkerMaxAge      | .max_age; 1 min when left out. Exact, and without the ticker thread                           |
/// | Go, CtxGo                | post(f), post(f, weir::context(value))                                                        |
/// | SetPanicHandler(h)       | panic::call<H>                                                                                |
/// | CurrentWorkers()         | stats().workers                                                                               |
template <std::size_t TaskChanBuffer = 1000, class... Changes>
using cloudwego = typename cloudwego_policies<TaskChanBuffer>::template with<Changes...>;

}  // namespace weir::presets

#endif
