// SPDX-License-Identifier: Apache-2.0
// expect: weir: a function_pool calls its function with arguments, and runs no other callables; groups, shares, parallel algorithms and then\(\) take
// a pool that runs callables, such as weir::pool
#include <weir/algorithm/for_each_index.hpp>
#include <weir/function_pool.hpp>

weir::function_pool numbers([](int) {});
void run() {
  weir::for_each_index(numbers, 0, 10, [](int) {});
}
