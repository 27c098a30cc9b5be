// SPDX-License-Identifier: Apache-2.0
// expect: weir: a parallel algorithm runs callables to their end, and would drop a coroutine; submit it to the pool, and co_await the future
#include <weir/algorithm/run_bulk.hpp>
#include <weir/coroutine.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

weir::coroutine<> nothing() { co_return; }
void run(weir::thread_pool& p) { weir::run_bulk(p, std::vector(3, &nothing)); }
