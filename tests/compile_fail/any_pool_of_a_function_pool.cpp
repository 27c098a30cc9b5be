// SPDX-License-Identifier: Apache-2.0
// expect: weir: an any_pool refers to a pool that queues callables, such as weir::pool or weir::multi_pool; a function_pool queues arguments; see
// docs/pools\.md
#include <weir/any_pool.hpp>
#include <weir/function_pool.hpp>

weir::function_pool numbers([](int) {});
weir::any_pool p = numbers;
