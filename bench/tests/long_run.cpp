// SPDX-License-Identifier: Apache-2.0
/// More than 2^32 tasks through each queue, in rounds that end idle: every counter of 32 bits wraps, and memory must not grow. Takes
/// ten minutes or more, so no test runs it: bazelw run -c opt //bench:long_run [-- TASKS]
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "bench/support/memory.hpp"

namespace weir::bench {
namespace {

constexpr std::uint64_t in_one_round = 10'000;  // so few that the longest backlog is small: a queue may keep the memory of that
constexpr double most_kept = 10e6;

/// Whether all tasks ran, and the memory is what it was after the first rounds.
template <class Pool>
bool holds_out(const char* name, std::uint64_t tasks) {
  std::atomic<std::uint64_t> ran{0};
  Pool pool({.capacity = 2});
  std::uint64_t posted = 0;
  double before = 0;
  const std::uint64_t rounds = std::max<std::uint64_t>(tasks / in_one_round, 20);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint64_t task = 0; task < in_one_round; ++task) {
      posted += pool.post([&ran] { ran.fetch_add(1, std::memory_order_relaxed); }) == weir::post_result::accepted;
    }
    pool.wait_idle();
    if (round == 9) before = resident_bytes();
  }
  const auto kept = resident_bytes() - before;
  const bool good = posted == rounds * in_one_round && ran == posted && kept < most_kept;
  std::printf("%s %s: %llu posted, %llu ran, %.1f MB more than after the tenth round\n", good ? "ok  " : "FAIL", name,
              static_cast<unsigned long long>(posted), static_cast<unsigned long long>(ran.load()), kept / 1e6);
  std::fflush(stdout);
  return good;
}

}  // namespace
}  // namespace weir::bench

int main(int argc, char** argv) {
  using namespace weir;
  const std::uint64_t tasks = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4'400'000'000;
  const bool good[] = {bench::holds_out<thread_pool>("thread_pool", tasks),
                       bench::holds_out<pool<queue::stealing>>("queue::stealing", tasks),
                       bench::holds_out<pool<queue::bounded<1024>>>("queue::bounded", tasks),
                       bench::holds_out<pool<queue::mutex_fifo>>("queue::mutex_fifo", tasks)};
  return std::ranges::all_of(good, [](bool b) { return b; }) ? 0 : 1;
}
