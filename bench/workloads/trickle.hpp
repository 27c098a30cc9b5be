// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_TRICKLE_HPP
#define WEIR_BENCH_WORKLOADS_TRICKLE_HPP

#include <chrono>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/series.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// One task each millisecond for 2 s, then 2 s of nothing. What it shows: how soon an idle pool starts a task, what that
/// costs in processor time (the ticking thread's own is in it, alike for all), and whether idling is free.
struct trickle {
  static constexpr std::string_view name = "W6";
  static constexpr std::string_view what = "one task each millisecond, then nothing";
  static constexpr std::array metrics{metric{"start p50", "µs"}, metric{"start p99", "µs"}, metric{"cpu", "µs/task"},
                                      metric{"idle cpu", "µs/s", better::lower, 200}, metric{"idle sleeps", "1/s", better::lower, 5}};
  template <class C>
  static constexpr bool suits = true;

  template <class C>
  static values_of<trickle> measure(const effort& e) {
    const auto ticks = e.tasks(2'000, 20);
    const auto silence = std::chrono::milliseconds(ticks);
    std::vector<double> delays(ticks);
    values_of<trickle> values{};
    tally all(ticks, e.patience);
    {
      C pool(e.workers);
      const auto busy_before = processor_time();
      pool.produce([&] {
        auto next = wall_clock::now();
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
          std::this_thread::sleep_until(next += std::chrono::milliseconds(1));
          pool.post([&delays, &all, tick, posted = wall_clock::now()] {
            delays[tick] = nanoseconds(wall_clock::now() - posted);
            all.finish(tick);
          });
        }
      });
      pool.wait(all);
      values[2] = (processor_time() - busy_before) / 1e3 / static_cast<double>(ticks);

      std::this_thread::sleep_for(silence / 10);  // workers that spin for a moment after the last task have stopped then
      const auto sleeps_before = sleeps();
      const auto idle_before = processor_time();
      std::this_thread::sleep_for(silence);
      const auto seconds = static_cast<double>(ticks) / 1e3;
      values[3] = (processor_time() - idle_before) / 1e3 / seconds;
      values[4] = static_cast<double>(sleeps() - sleeps_before - 1) / seconds;  // one is this thread's own
    }
    all.check();
    values[0] = quantile(delays, 0.5) / 1e3;
    values[1] = quantile(delays, 0.99) / 1e3;
    return values;
  }
};

}  // namespace weir::bench

#endif
