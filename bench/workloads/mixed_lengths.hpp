// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_MIXED_LENGTHS_HPP
#define WEIR_BENCH_WORKLOADS_MIXED_LENGTHS_HPP

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/mixed_load.hpp"
#include "bench/support/series.hpp"
#include "bench/support/spin.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Tasks of 100 ns and of 100 µs arrive at random, so that the workers are busy for 30 %, 70 % and 90 % of the time. What it shows: how long a task
/// waits behind longer ones, how soon the second worker is woken, and what the system's scheduler does to the producer, which is one thread
/// more than there are workers. A wait begins when the task arrives, so a producer that is late is part of it; one that is late posts at
/// once what has fallen due. `limit_queue` beside the pools is what the same tasks wait where nothing costs anything.
struct mixed_lengths {
  static constexpr std::string_view name = "N2";
  static constexpr std::string_view what = "90 % of 100 ns and 10 % of 100 µs arrive at random";
  static constexpr std::array metrics{
      metric{"30% p50", "µs"},           metric{"30% p90", "µs"},           metric{"30% p99", "µs"},          metric{"30% p99.9", "µs"},
      metric{"30% processor time", "s"}, metric{"70% p50", "µs"},           metric{"70% p90", "µs"},          metric{"70% p99", "µs"},
      metric{"70% p99.9", "µs"},         metric{"70% processor time", "s"}, metric{"90% p50", "µs"},          metric{"90% p90", "µs"},
      metric{"90% p99", "µs"},           metric{"90% p99.9", "µs"},         metric{"90% processor time", "s"}};
  static constexpr std::array loads{0.3, 0.7, 0.9};
  static constexpr std::array shares{0.5, 0.9, 0.99, 0.999};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog;

  template <class C>
  static values_of<mixed_lengths> measure(const effort& e) {
    values_of<mixed_lengths> values{};
    auto* next = values.data();
    for (const double load : loads) {
      const mixed_load tasks(load, e.workers, e.tasks(200'000, 20));
      const auto seen = waits_and_seconds<C>(tasks, e);
      for (const double share : shares) *next++ = quantile(seen.waits, share) / 1e3;
      *next++ = seen.seconds;
    }
    return values;
  }

 private:
  struct outcome {
    std::vector<double> waits;  ///< in nanoseconds
    double seconds;  ///< processor time of all threads
  };

  template <class C>
  static outcome waits_and_seconds(const mixed_load& tasks, const effort& e) {
    if constexpr (is_limit<C>) {
      return {C::waits(tasks, e.workers), 0};
    } else {
      const spin short_work(mixed_load::short_nanoseconds), long_work(mixed_load::long_nanoseconds);
      outcome seen{std::vector<double>(tasks.due.size()), 0};
      tally all(tasks.due.size(), e.patience);
      {
        C pool(e.workers);
        const double before = processor_time();
        pool.produce([&] {
          const auto begin = wall_clock::now();
          for (std::uint64_t task = 0; task != tasks.due.size(); ++task) {
            const auto due = begin + std::chrono::nanoseconds(static_cast<std::int64_t>(tasks.due[task]));
            std::this_thread::sleep_until(due);
            pool.post([&, task, due] {
              seen.waits[task] = nanoseconds(wall_clock::now() - due);
              (tasks.length[task] == mixed_load::long_nanoseconds ? long_work : short_work)();
              all.finish(task);
            });
          }
        });
        pool.wait(all);
        seen.seconds = (processor_time() - before) / 1e9;
      }
      all.check();
      return seen;
    }
  }

  template <class C>
  static constexpr bool is_limit = requires(const mixed_load& tasks) { C::waits(tasks, 1u); };
};

}  // namespace weir::bench

#endif
