// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_MIXED_LOAD_HPP
#define WEIR_BENCH_SUPPORT_MIXED_LOAD_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <random>
#include <vector>

namespace weir::bench {

/// Tasks of which nine in ten take 100 ns and one takes 100 µs, that arrive at random, independently of each other, so that so many servers are busy
/// for `load` of the time. The same arguments give the same tasks.
struct mixed_load {
  static constexpr double short_nanoseconds = 100;
  static constexpr double long_nanoseconds = 100'000;
  static constexpr double part_of_long = 0.1;

  mixed_load(double load, unsigned servers, std::uint64_t tasks) {
    constexpr double mean = (1 - part_of_long) * short_nanoseconds + part_of_long * long_nanoseconds;
    std::mt19937_64 random(1);
    std::exponential_distribution<double> gap(load * servers / mean);
    std::bernoulli_distribution is_long(part_of_long);
    double time = 0;
    for (std::uint64_t task = 0; task != tasks; ++task) {
      due.push_back(time += gap(random));
      length.push_back(is_long(random) ? long_nanoseconds : short_nanoseconds);
    }
  }

  std::vector<double> due;  ///< when each arrives, in nanoseconds from the beginning
  std::vector<double> length;  ///< how long each computes, in nanoseconds
};

/// How long each of these tasks waits, in nanoseconds, for so many servers that take them in the order of arrival and lose no time: what no pool that
/// does so can be under. Kiefer and Wolfowitz, "On the theory of queues with many servers", 1955: the earliest free server takes the next task.
[[nodiscard]] inline std::vector<double> least_waits(const mixed_load& tasks, unsigned servers) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (unsigned n = 0; n != servers; ++n) free_at.push(0);
  std::vector<double> waits;
  for (std::size_t task = 0; task != tasks.due.size(); ++task) {
    const double begins = std::max(tasks.due[task], free_at.top());
    free_at.pop();
    free_at.push(begins + tasks.length[task]);
    waits.push_back(begins - tasks.due[task]);
  }
  return waits;
}

}  // namespace weir::bench

#endif
