// SPDX-License-Identifier: Apache-2.0
// expect: weir: for_each_index\(\) counts in the type of `first`, which cannot hold every `last` of this type; write std::size_t\{0\}, or cast `last`
#include <weir/algorithm/for_each_index.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

void run(weir::thread_pool& p, const std::vector<int>& v) {
  weir::for_each_index(p, 0, v.size(), [](int) {});
}
