// SPDX-License-Identifier: Apache-2.0
// expect: weir: what a pool runs must be callable without arguments
#include <weir/std_future.hpp>
#include <weir/thread_pool.hpp>

weir::thread_pool p;
auto f = weir::submit_std(p, [](int) {});
