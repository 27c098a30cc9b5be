// SPDX-License-Identifier: Apache-2.0
// expect: weir: inclusive_scan\(\) keeps its totals in the output, so the output's elements have the type of the range's; transform\(\) them first
#include <weir/algorithm/inclusive_scan.hpp>
#include <weir/thread_pool.hpp>

#include <vector>

void run(weir::thread_pool& p, const std::vector<int>& v, std::vector<long>& totals) { weir::inclusive_scan(p, v, totals.begin()); }
