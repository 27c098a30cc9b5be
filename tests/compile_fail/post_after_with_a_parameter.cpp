// SPDX-License-Identifier: Apache-2.0
// expect first: weir: what post_after calls must be callable without arguments; put them into a lambda: post_after\(pool, d, \[=\] \{ f\(x\); \}\)
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

weir::thread_pool p;
auto answer = weir::post_after(p, std::chrono::seconds(1), [](int) {});
