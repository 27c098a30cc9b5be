// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_GOPOOL_HPP
#define WEIR_PRESETS_GOPOOL_HPP

#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/presets/preset.hpp>

#include <cstddef>

namespace weir::presets {

/// gopool's default pool, as it was until May 2023. Since then it has no limit; threads need one.
struct gopool_values {
  [[nodiscard]] static options defaults() { return {.capacity = 10'000}; }
};
template <std::size_t ScaleThreshold>
using gopool_policies = preset<gopool_values, queue::unbounded, workers::none, growth::on_backlog<ScaleThreshold>, panic::log_and_continue>;

/// The pool of bytedance/gopkg util/gopool: a post never waits and is never refused, and a worker without a task retires.
/// Further policies replace those of the same axis: `presets::gopool<1, panic::call<H>>`.
///
/// | gopool                         | weir                                                                                   |
/// |--------------------------------|----------------------------------------------------------------------------------------|
/// | NewPool(name, cap, config)     | presets::gopool<> p{{.capacity = cap, .name = name}}; its threads and its log lines have that name |
/// | Config.ScaleThreshold = n      | presets::gopool<n>, at compile time; 1 when left out                                   |
/// | cap <= 0, one at a time        | .capacity = 1; 0, or left out, is 10 000                                               |
/// | Go(f)                          | post(f); `closed` after shutdown(), which gopool does not have                         |
/// | CtxGo(ctx, f)                  | post(f, weir::context(value)); this_task::context<T>() returns it. To cancel, add a std::stop_token |
/// | SetPanicHandler(h)             | panic::call<H>, where H also takes a `const weir::context_view&`; fixed at construction, so there is no race |
/// | SetCap(n)                      | resize(0, n); more workers start at once for waiting tasks, surplus ones retire after their task |
/// | WorkerCount()                  | stats().workers                                                                        |
/// | the log line of a panic        | the same on standard error: the pool's name, what was thrown, and after post(f, weir::from_here()) the place of the post. No stack: unwinding has destroyed it |
/// | Name()                         | name()                                                                                 |
/// | gopool.Go, the default pool    | weir::go<presets::gopool<>>(f): 10 000 workers at most, and a task that throws is logged. Without a limit, as since May 2023: a pool of your own |
/// | RegisterPool, GetPool          | weir::registry, its add() and get_any()                                                |
/// | the Pool interface             | weir::any_pool                                                                         |
/// | no way to stop                 | shutdown(), stop(), join(), wait_idle(); the destructor drains                         |
///
/// Different on purpose. The capacity is strict: it is checked and used in one step, where gopool may exceed it. A task that ends its
/// thread costs nothing; in gopool it costs a place for good. With a threshold above 1, tasks below it wait behind the running ones as in
/// gopool; a running task must not wait for one of those.
template <std::size_t ScaleThreshold = 1, class... Changes>
using gopool = typename gopool_policies<ScaleThreshold>::template with<Changes...>;

}  // namespace weir::presets

#endif
