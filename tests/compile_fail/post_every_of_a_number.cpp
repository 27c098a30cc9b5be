// SPDX-License-Identifier: Apache-2.0
// expect first: weir: post_every\(pool, period, f\) wants a std::chrono duration for period, such as std::chrono::seconds\(1\)
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

weir::thread_pool p;
auto answer = weir::post_every(p, 100, [] {});
