// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_LOADED_LATENCY_HPP
#define WEIR_BENCH_WORKLOADS_LOADED_LATENCY_HPP

#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/series.hpp"
#include "bench/support/spin.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Tasks of 100 µs arrive at random, independently of each other, so that the workers are busy for half of the time, then for nine
/// tenths. What it shows: from post to start when a pool is in use but not full; the tail is what its users notice. A producer that
/// wakes late posts at once what has fallen due.
struct loaded_latency {
  static constexpr std::string_view name = "W11";
  static constexpr std::string_view what = "random arrivals, workers busy for 50 % and 90 % of the time";
  static constexpr std::array metrics{metric{"50% p50", "µs"}, metric{"50% p99", "µs"}, metric{"50% p99.9", "µs"},
                                      metric{"90% p50", "µs"}, metric{"90% p99", "µs"}, metric{"90% p99.9", "µs"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks;

  template <class C>
  static values_of<loaded_latency> measure(const effort& e) {
    const auto half = start_delays<C>(0.5, e), most = start_delays<C>(0.9, e);
    return {quantile(half, 0.5), quantile(half, 0.99), quantile(half, 0.999),
            quantile(most, 0.5), quantile(most, 0.99), quantile(most, 0.999)};
  }

 private:
  static constexpr double task_nanoseconds = 100'000;

  template <class C>
  static std::vector<double> start_delays(double load, const effort& e) {
    const auto tasks = e.tasks(10'000, 20);
    const spin work(task_nanoseconds);
    std::mt19937_64 random(1);  // the same arrivals for all contestants
    std::exponential_distribution<double> gap(load * e.workers / task_nanoseconds);
    std::vector<double> delays(tasks);
    tally all(tasks, e.patience);
    {
      C pool(e.workers);
      pool.produce([&] {
        const auto begin = wall_clock::now();
        double due = 0;
        for (std::uint64_t task = 0; task < tasks; ++task) {
          due += gap(random);
          std::this_thread::sleep_until(begin + std::chrono::nanoseconds(static_cast<std::int64_t>(due)));
          pool.post([&, task, posted = wall_clock::now()] {
            delays[task] = nanoseconds(wall_clock::now() - posted) / 1e3;
            work();
            all.finish(task);
          });
        }
      });
      pool.wait(all);
    }
    all.check();
    return delays;
  }
};

}  // namespace weir::bench

#endif
