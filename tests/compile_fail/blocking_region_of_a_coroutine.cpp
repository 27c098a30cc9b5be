// SPDX-License-Identifier: Apache-2.0
// expect: weir: a blocking region must not be given a coroutine, which holds no worker while it waits
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/thread_pool.hpp>

void run(weir::thread_pool& p) {
  weir::blocking_region(p, []() -> weir::coroutine<void> { co_return; });
}
