// SPDX-License-Identifier: Apache-2.0
// expect: weir: a function_pool calls its function with arguments, and runs no other callables; groups, shares, parallel algorithms and then\(\) take
// a pool that runs callables, such as weir::pool
#include <weir/function_pool.hpp>
#include <weir/task_group.hpp>

weir::function_pool numbers([](int) {});
weir::task_group group(numbers);
