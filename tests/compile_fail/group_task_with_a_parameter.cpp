// SPDX-License-Identifier: Apache-2.0
// expect: weir: what a pool runs must be callable without arguments; put them into a lambda: pool\.post\(\[=\] \{ f\(x\); \}\)
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

weir::thread_pool p;
weir::task_group g(p);
void f() {
  g.run([](int) {});
}
