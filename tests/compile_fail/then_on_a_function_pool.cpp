// SPDX-License-Identifier: Apache-2.0
// expect: weir: a function_pool calls its function with arguments, and runs no other callables; groups, shares, parallel algorithms and then\(\) take
// a pool that runs callables, such as weir::pool
#include <weir/function_pool.hpp>
#include <weir/then.hpp>

weir::function_pool numbers([](int) {});
auto run(weir::future<int> f) {
  return weir::then(std::move(f), numbers, [](int n) { return n; });
}
