// SPDX-License-Identifier: Apache-2.0
// expect: weir: a rate_limit is made for a pool, which has the workers: weir::rate_limit pace\(pool, \{.tasks = 100\}\)
#include <weir/rate_limit.hpp>

int main() {
  int n = 2;
  weir::rate_limit pace(n, {.tasks = 1});
}
