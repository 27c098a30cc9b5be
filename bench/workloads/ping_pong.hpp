// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_PING_PONG_HPP
#define WEIR_BENCH_WORKLOADS_PING_PONG_HPP

#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/series.hpp"
#include "bench/support/wrong_answer.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// One thread submits a task, waits for its result, and submits the next. What it shows: two wakes, one each way, unless the
/// waiter helps (then none) or a thread spins (then processor time is burnt that this row does not show).
struct ping_pong {
  static constexpr std::string_view name = "W5";
  static constexpr std::string_view what = "submit one task, wait for it";
  static constexpr std::array metrics{metric{"p50", "ns"}, metric{"p99", "ns"}};
  template <class C>
  static constexpr bool suits = true;

  template <class C>
  static values_of<ping_pong> measure(const effort& e) {
    const auto rounds = e.tasks(50'000, 100);
    std::vector<double> times;
    times.reserve(rounds);
    C pool(e.workers);
    pool.produce([&] {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        std::uint64_t answer = 0;
        times.push_back(time_of([&] { answer = pool.run([round] { return round * 3 + 1; }); }));
        if (answer != round * 3 + 1) wrong_answer("a result is not its own task's");
      }
    });
    return {quantile(times, 0.5), quantile(times, 0.99)};
  }
};

}  // namespace weir::bench

#endif
