// SPDX-License-Identifier: Apache-2.0
// expect: weir: the op of inclusive_scan\(\) is called with a total, which is an rvalue or const, and an element or an rvalue of its type, and
// returns what converts to a total; take parameters by value or by const reference
#include <weir/algorithm/inclusive_scan.hpp>
#include <weir/thread_pool.hpp>

#include <string>
#include <vector>

void run(weir::thread_pool& p, std::vector<std::string>& v) {
  weir::inclusive_scan(p, v, v.begin(), [](std::string&& a, const std::string& b) { return a + b; });
}
