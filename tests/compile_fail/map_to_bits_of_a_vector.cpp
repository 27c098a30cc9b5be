// SPDX-License-Identifier: Apache-2.0
// expect: weir: map\(\) would collect references to the bits of a std::vector<bool>; have the callable return a bool
#include <weir/algorithm/map.hpp>
#include <weir/thread_pool.hpp>

#include <cstddef>
#include <vector>

void run(weir::thread_pool& p, std::vector<std::size_t>& which, std::vector<bool>& bits) {
  static_cast<void>(weir::map(p, which, [&](std::size_t i) { return bits[i]; }));
}
