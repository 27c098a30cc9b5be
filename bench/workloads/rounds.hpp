// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_ROUNDS_HPP
#define WEIR_BENCH_WORKLOADS_ROUNDS_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include "bench/support/clock.hpp"
#include "bench/support/spin.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// 1000 rounds of 64 tasks of 2 µs, each round waited for: what a parallel loop in a program that is serial otherwise costs. What it shows: how fast
/// the workers come, and how fast the caller learns of the end.
struct rounds {
  static constexpr std::string_view name = "N1";
  static constexpr std::string_view what = "rounds of 64 tasks of 2 µs and a wait";
  static constexpr std::array metrics{metric{"", "µs/round"}, metric{"processor time", "µs/round"}};
  template <class C>
  static constexpr bool suits = has_loop<C> || (C::can.cheap_tasks && C::can.any_backlog);

  template <class C>
  static values_of<rounds> measure(const effort& e) {
    constexpr std::uint64_t tasks = 64;
    const auto times = e.tasks(1000);
    struct alignas(64) apart {
      spin work;
    } const mine{spin(2000)};
    C pool(e.workers);
    const double before = processor_time();
    const double elapsed = time_of([&] {
      for (std::uint64_t round = 0; round != times; ++round) {
        tally all(tasks, e.patience);
        const auto task = [&load = mine.work, &all](std::uint64_t i) {
          load();
          all.finish(i);
        };
        if constexpr (has_loop<C>) {
          pool.loop(tasks, task);
        } else {
          pool.produce([&] {
            for (std::uint64_t i = 0; i != tasks; ++i) pool.post([&task, i] { task(i); });
          });
          pool.wait(all);
        }
        all.check();
      }
    });
    const double in_all = 1000 * static_cast<double>(times);
    return {elapsed / in_all, (processor_time() - before) / in_all};
  }
};

}  // namespace weir::bench

#endif
