// SPDX-License-Identifier: Apache-2.0
// expect: weir: sort\(\) moves the elements of its range, and those of this one are const
#include <weir/algorithm/sort.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

void run(weir::thread_pool& p, const std::vector<int>& v) { weir::sort(p, v); }
