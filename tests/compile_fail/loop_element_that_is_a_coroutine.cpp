// SPDX-License-Identifier: Apache-2.0
// expect: weir: a parallel algorithm runs callables to their end, and would drop a coroutine; submit it to the pool, and co_await the future
#include <weir/algorithm/for_each_index.hpp>
#include <weir/coroutine.hpp>
#include <weir/thread_pool.hpp>

void run(weir::thread_pool& p) {
  weir::for_each_index(p, 0, 10, [](int) -> weir::coroutine<> { co_return; });
}
