// SPDX-License-Identifier: Apache-2.0
// expect: weir: a parallel algorithm takes a pool, which has the workers, or the weir::fork_context that its caller was given
#include <weir/algorithm/for_each_index.hpp>

void run(int& threads) {
  weir::for_each_index(threads, 0, 10, [](int) {});
}
