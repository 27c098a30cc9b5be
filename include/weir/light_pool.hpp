// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_LIGHT_POOL_HPP
#define WEIR_LIGHT_POOL_HPP

#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

namespace weir {

/// A pool whose workers hold no thread while they wait: `options::capacity` limits the tasks in flight, tens of thousands of them, and
/// `options::carriers` the threads that run them. The policies are those of weir::pool and mean the same.
///
///     weir::light_pool<weir::queue::bounded<1024>> pool({.capacity = 50'000});
///     if (pool.post([]() -> weir::coroutine<> { co_await weir::sleep_for(10ms); }) != weir::post_result::accepted) ...
///
/// A callable whose call makes a weir::coroutine, or such a coroutine itself, runs as a coroutine; any other callable runs to its end in one turn.
/// Tasks should not block: they would hold a carrier. The carriers live as long as the pool, beyond join() and restart(). See docs/light_workers.md
template <class... Policies>
using light_pool = pool<agents::light, Policies...>;

}  // namespace weir

#endif
