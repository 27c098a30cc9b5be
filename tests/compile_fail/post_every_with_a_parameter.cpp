// SPDX-License-Identifier: Apache-2.0
// expect first: weir: what post_every calls must be callable without arguments; put them into a lambda: post_every\(pool, period, \[=\] \{ f\(x\); \}\)
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

weir::thread_pool p;
auto answer = weir::post_every(p, std::chrono::seconds(1), [](int) {});
