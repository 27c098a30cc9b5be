// SPDX-License-Identifier: Apache-2.0
// A parallel quicksort: each half is a task, and the thread that waits for both helps with them. Then tasks of which some may fail.
#include <weir/group_errors.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <vector>

using namespace std::chrono_literals;

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

auto copy_to(int server) {
  return [server] {
    if (server == 2) throw std::runtime_error("it is full");
  };
}

void copy_to_all(weir::thread_pool& pool, const std::stop_source& end) {
  weir::task_group copies(pool, {.goes_on = true, .token = end.get_token()});
  copies.run_bulk(std::vector{copy_to(1), copy_to(2), copy_to(3)});
  try {
    if (copies.wait_for(1h) == weir::group_result::timed_out) copies.cancel();
  } catch (const weir::group_errors& failed) {
    std::printf("%zu of them failed\n", failed.errors().size());
  }
}

int main() {
  std::vector<int> numbers(1'000'000);
  std::minstd_rand random;
  std::generate(numbers.begin(), numbers.end(), random);

  weir::thread_pool pool;
  sort(pool, numbers);
  copy_to_all(pool, std::stop_source());
  std::printf("%s\n", std::is_sorted(numbers.begin(), numbers.end()) ? "sorted" : "not sorted");
  return std::is_sorted(numbers.begin(), numbers.end()) ? 0 : 1;
}
