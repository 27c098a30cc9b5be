// SPDX-License-Identifier: Apache-2.0
// expect: weir: a parallel algorithm writes its output in any order, so it needs a random access iterator to elements that exist; resize\(\) the
// output first, and pass its begin\(\)
#include <weir/algorithm/transform.hpp>
#include <weir/thread_pool.hpp>

#include <iterator>
#include <vector>

void run(weir::thread_pool& p, std::vector<int>& v, std::vector<int>& out) {
  weir::transform(p, v, std::back_inserter(out), [](int x) { return x; });
}
