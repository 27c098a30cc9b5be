// SPDX-License-Identifier: Apache-2.0
// expect: weir: a queue_watchdog needs the observer of a pool; an any_pool and a share have none, so watch the pool that they are made of
#include <weir/queue_watchdog.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

void run(weir::share<weir::thread_pool>& pool) { weir::queue_watchdog late(pool, std::chrono::seconds(1)); }
