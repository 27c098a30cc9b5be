// SPDX-License-Identifier: Apache-2.0
// expect: weir: a share is made of a pool, which has the workers: weir::share part\(pool, \{.capacity = 4\}\)
#include <weir/share.hpp>

int main() {
  int n = 2;
  weir::share part(n, {.capacity = 1});
}
