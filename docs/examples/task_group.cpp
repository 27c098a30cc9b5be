// SPDX-License-Identifier: Apache-2.0
// A parallel quicksort: each half is a task, and the thread that waits for both helps with them.
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include <algorithm>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

void sort(weir::thread_pool& pool, std::span<int> numbers) {
  if (numbers.size() < 10'000) return std::sort(numbers.begin(), numbers.end());
  const int middle = numbers[numbers.size() / 2];
  const auto equal = std::partition(numbers.begin(), numbers.end(), [middle](int n) { return n < middle; });
  const auto larger = std::partition(equal, numbers.end(), [middle](int n) { return n == middle; });

  weir::task_group halves(pool);
  halves.run([&] { sort(pool, {numbers.begin(), equal}); });
  halves.run([&] { sort(pool, {larger, numbers.end()}); });
  halves.wait();
}

int main() {
  std::vector<int> numbers(1'000'000);
  std::minstd_rand random;
  std::generate(numbers.begin(), numbers.end(), random);

  weir::thread_pool pool;
  sort(pool, numbers);
  std::printf("%s\n", std::is_sorted(numbers.begin(), numbers.end()) ? "sorted" : "not sorted");
  return std::is_sorted(numbers.begin(), numbers.end()) ? 0 : 1;
}
