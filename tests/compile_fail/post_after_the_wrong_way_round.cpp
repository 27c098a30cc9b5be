// SPDX-License-Identifier: Apache-2.0
// expect first: weir: post_after\(pool, d, f\) wants a std::chrono duration for d, such as std::chrono::seconds\(1\), and after it what is called then
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

weir::thread_pool p;
auto answer = weir::post_after(
    p, [] {}, std::chrono::seconds(1));
