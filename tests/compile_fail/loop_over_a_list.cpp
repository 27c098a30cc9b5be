// SPDX-License-Identifier: Apache-2.0
// expect: weir: a parallel algorithm needs a range with a size and random access, such as a std::vector, a std::span or an array; copy the elements
// of others into a std::vector first
#include <weir/algorithm/for_each.hpp>
#include <weir/thread_pool.hpp>

#include <list>

void run(weir::thread_pool& p, std::list<int>& v) {
  weir::for_each(p, v, [](int) {});
}
