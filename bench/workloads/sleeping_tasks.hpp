// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_SLEEPING_TASKS_HPP
#define WEIR_BENCH_WORKLOADS_SLEEPING_TASKS_HPP

#include <algorithm>
#include <cstdint>

#include "bench/support/clock.hpp"
#include "bench/support/memory.hpp"
#include "bench/support/nap.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// One producer posts a million tasks that each sleep for 10 ms, to a pool of at most 50 000 workers. What it shows: what a task costs that
/// waits. 50 000 workers sleep a million times in 20 rounds, so no pool can need less than 200 ms; a goroutine for each task needs no
/// rounds. Memory is the peak of the whole process above what it had when it began.
struct sleeping_tasks {
  static constexpr std::string_view name = "W8";
  static constexpr std::string_view what = "tasks that sleep 10 ms, at most 50 000 at a time";
  static constexpr std::array metrics{metric{"all", "ms"}, metric{"post", "ms"}, metric{"memory", "MB", better::lower, 1},
                                      metric{"cpu", "ms"}};
  template <class C>
  static constexpr bool suits = has_sleepers<C>;

  template <class C>
  static values_of<sleeping_tasks> measure(const effort& e) {
    static const double memory_before = resident_bytes();  // the warm-up's: what stays in the heap after it is the contestant's too
    const auto tasks = e.tasks(1'000'000);
    const auto workers = static_cast<unsigned>(std::min<std::uint64_t>(50'000, (tasks + 1) / 2));
    values_of<sleeping_tasks> values{};
    tally all(tasks, e.patience);
    const auto cpu_before = processor_time();
    {
      typename C::sleepers pool(workers, e.workers);
      values[0] = time_of([&] {
        values[1] = time_of([&] {
          for (std::uint64_t task = 0; task < tasks; ++task) pool.post_nap(nap(all, task));
        });
        all.wait();
      });
    }
    all.check();
    if (values[0] < static_cast<double>(tasks / workers) * nanoseconds(nap::length)) wrong_answer("more workers than were allowed");
    values[3] = processor_time() - cpu_before;
    for (auto& time : values) time /= 1e6;
    values[2] = (peak_resident_bytes() - memory_before) / 1e6;
    return values;
  }
};

}  // namespace weir::bench

#endif
