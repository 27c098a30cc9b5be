// SPDX-License-Identifier: Apache-2.0
// expect: weir: a parallel algorithm calls its callable with an element or index of the range, or with a weir::fork_context& and that; this one takes
// something else
#include <weir/algorithm/for_each.hpp>
#include <weir/thread_pool.hpp>

#include <string>
#include <vector>

void run(weir::thread_pool& p, std::vector<int>& v) {
  weir::for_each(p, v, [](std::string&) {});
}
