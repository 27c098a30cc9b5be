// SPDX-License-Identifier: Apache-2.0
// expect: weir: what a pool runs must be callable without arguments; put them into a lambda: pool\.post\(\[=\] \{ f\(x\); \}\)
#include <weir/thread_pool.hpp>

weir::thread_pool p;
void f() {
  p.run([](int) {});
}
