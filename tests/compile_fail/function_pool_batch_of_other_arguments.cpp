// SPDX-License-Identifier: Apache-2.0
// expect: weir: this function_pool's argument cannot be made of what was posted
#include <weir/function_pool.hpp>

#include <string>
#include <vector>

weir::function_pool doubled([](int n) { return 2 * n; });
const auto answers = doubled.submit_bulk(std::vector<std::string>{"7"});
