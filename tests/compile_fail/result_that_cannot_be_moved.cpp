// SPDX-License-Identifier: Apache-2.0
// expect: weir: a future has a value that can be moved
#include <weir/thread_pool.hpp>

#include <atomic>

weir::thread_pool p;
auto f = p.submit([]() -> std::atomic<int> { return 1; });
