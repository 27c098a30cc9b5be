// SPDX-License-Identifier: Apache-2.0
// expect: weir: a queue_watchdog takes the lock of the pool, so that must not be const
#include <weir/policies/observer/counters.hpp>
#include <weir/pool.hpp>
#include <weir/queue_watchdog.hpp>

void run(const weir::pool<weir::observer::counters>& pool) { weir::queue_watchdog late(pool, std::chrono::seconds(1)); }
