// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_TIMED_TASKS_HPP
#define WEIR_BENCH_WORKLOADS_TIMED_TASKS_HPP

#include <algorithm>

#include "bench/support/clock.hpp"
#include "bench/support/spin.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// One producer posts tasks that each compute for 1 µs, then for 10 µs. Efficiency is serial time / (workers x wall time).
/// What it shows: how small a task may be before the pool eats the gain. The producer is one thread more than there are
/// workers, so on as many cores as workers 1.00 is out of reach.
struct timed_tasks {
  static constexpr std::string_view name = "W4";
  static constexpr std::string_view what = "tasks of known length, one producer";
  static constexpr std::array metrics{metric{"1 µs", "efficiency", better::higher}, metric{"10 µs", "efficiency", better::higher}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks;

  template <class C>
  static values_of<timed_tasks> measure(const effort& e) {
    return {efficiency<C>(e, 1'000, e.tasks(1'000'000)), efficiency<C>(e, 10'000, e.tasks(100'000))};
  }

 private:
  template <class C>
  static double efficiency(const effort& e, double nanoseconds, std::uint64_t tasks) {
    // On cache lines of its own: every task reads it, and what the producer writes lies beside it on its stack.
    struct alignas(64) apart {
      spin work;
    } const mine{spin(nanoseconds)};
    const spin& work = mine.work;
    const auto before = work.alone();
    tally all(tasks, e.patience);
    double elapsed = 0;
    {
      C pool(e.workers);
      elapsed = time_of([&] {
        pool.produce([&] {
          for (std::uint64_t task = 0; task < tasks; ++task) {
            pool.post([&load = work, &all, task] {
              load();
              all.finish(task);
            });
          }
        });
        pool.wait(all);
      });
    }
    all.check();
    const auto serial = std::min(before, work.alone()) * static_cast<double>(tasks);
    return serial / (e.workers * elapsed);
  }
};

}  // namespace weir::bench

#endif
