// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_START_STOP_HPP
#define WEIR_BENCH_WORKLOADS_START_STOP_HPP

#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/series.hpp"
#include "bench/support/wrong_answer.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Make a pool of so many workers, run one task on it, destroy it. What it shows: a thread costs about 50 µs to start and
/// end, and whether the pool starts threads that are not needed. oneTBB keeps its threads for the next pool, so it starts none.
struct start_stop {
  static constexpr std::string_view name = "W10";
  static constexpr std::string_view what = "make a pool, run one task, destroy it";
  static constexpr std::array metrics{metric{"2 workers", "µs"}, metric{"8 workers", "µs"}, metric{"64 workers", "µs"}};
  template <class C>
  static constexpr bool suits = true;

  template <class C>
  static values_of<start_stop> measure(const effort& e) {
    return {life_of<C>(2, e.tasks(1'000, 5)), life_of<C>(8, e.tasks(300, 5)), life_of<C>(64, e.tasks(100, 3))};
  }

 private:
  template <class C>
  static double life_of(unsigned workers, std::uint64_t lives) {
    std::vector<double> times;
    for (std::uint64_t life = 0; life < lives; ++life) {
      std::uint64_t answer = 0;
      times.push_back(time_of([&] {
        C pool(workers);
        pool.produce([&] { answer = pool.run([life] { return life + 7; }); });
      }));
      if (answer != life + 7) wrong_answer("a result is not its own task's");
    }
    return median(times) / 1e3;
  }
};

}  // namespace weir::bench

#endif
