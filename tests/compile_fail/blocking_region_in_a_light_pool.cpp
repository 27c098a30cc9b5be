// SPDX-License-Identifier: Apache-2.0
// expect: weir: a light pool has a fixed number of carriers, so no other worker could run instead of one that blocks; co_await a submit\(\)
#include <weir/blocking_region.hpp>
#include <weir/light_pool.hpp>

void run(weir::light_pool<>& p) {
  weir::blocking_region(p, [] {});
}
