// SPDX-License-Identifier: Apache-2.0
// expect: weir: map\(\) collects what the callable returns, and this one returns nothing; use for_each\(\)
#include <weir/algorithm/map.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

void run(weir::thread_pool& p, std::vector<int>& v) {
  static_cast<void>(weir::map(p, v, [](int) {}));
}
