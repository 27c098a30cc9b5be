// SPDX-License-Identifier: Apache-2.0
// Tasks that read files on a pool that computes, and a tree whose tasks wait for their own pool.
#include <weir/blocking_region.hpp>
#include <weir/thread_pool.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

std::string contents(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int leaves(weir::thread_pool& pool, int depth) {
  if (depth == 0) return 1;
  auto left = pool.submit([&pool, depth] { return leaves(pool, depth - 1); });
  const int right = leaves(pool, depth - 1);
  return right + weir::blocking_region(pool, [&] { return left.get(); });
}

int main() {
  weir::thread_pool pool{{.capacity = 2, .extra_workers = 64}};

  auto size = pool.submit([&pool] {
    const std::string text = weir::blocking_region(pool, [] { return contents("/proc/self/status"); });
    return text.size();  // computed on one of two workers again
  });
  auto tree = pool.submit([&pool] { return leaves(pool, 5); });

  std::printf("%zu bytes\n", size.get());
  return tree.get() == 32 ? 0 : 1;
}
