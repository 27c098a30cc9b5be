// SPDX-License-Identifier: Apache-2.0
// expect: weir: a future gets what the function returns by a move; let the function return a std::unique_ptr of it
#include <weir/function_pool.hpp>

struct stays {
  explicit stays(int n) : number(n) {}
  stays(stays&&) = delete;
  int number;
};

weir::function_pool made([](int n) { return stays(n); });
const auto answer = made.submit(7);
