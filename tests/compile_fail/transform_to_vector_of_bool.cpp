// SPDX-License-Identifier: Apache-2.0
// expect: weir: the elements of a std::vector<bool> share words, so two threads cannot write them; take a std::vector<char>
#include <weir/algorithm/transform.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

void run(weir::thread_pool& p, std::vector<bool>& v) {
  weir::transform(p, v, v.begin(), [](bool b) { return !b; });
}
