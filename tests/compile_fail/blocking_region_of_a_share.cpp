// SPDX-License-Identifier: Apache-2.0
// expect: weir: a blocking region is of the pool that has the workers: of a share its pool, of an any_pool the pool that it stands for
#include <weir/blocking_region.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

void run(weir::share<weir::thread_pool>& part) {
  weir::blocking_region(part, [] {});
}
