// SPDX-License-Identifier: Apache-2.0
// expect: weir: this pool's queue takes no weir::level or weir::key; take queue::priority<Levels> or queue::keyed; see docs/policies/queue\.md
#include <weir/function_pool.hpp>

weir::function_pool doubled([](int n) { return 2 * n; });
const auto answer = doubled.submit(7, weir::level{1});
