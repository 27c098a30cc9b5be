// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_RESIZE_HPP
#define WEIR_BENCH_WORKLOADS_RESIZE_HPP

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/hold.hpp"
#include "bench/support/series.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// A pool of 2 with 8 tasks that wait for each other is allowed 8 workers: until all 8 run. Once all rest it is allowed 2 again: until
/// 6 have gone. What it shows: how soon a new limit is obeyed. Pools whose size is fixed cannot take part.
struct resize {
  static constexpr std::string_view name = "W15";
  static constexpr std::string_view what = "allow 2 workers 8, then 2 again";
  static constexpr std::array metrics{metric{"2 to 8", "µs"}, metric{"8 to 2", "µs"}};
  template <class C>
  static constexpr bool suits = can_be_resized<C>;

  template <class C>
  static values_of<resize> measure(const effort& e) {
    constexpr unsigned few = 2, many = 8;
    constexpr std::chrono::milliseconds until_they_rest(5);
    const auto rounds = e.tasks(100, 3);
    std::vector<double> growing, shrinking;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      hold all_of_them(many, e.patience);
      C pool(few);
      for (unsigned task = 0; task < many; ++task) all_of_them.post_one(pool);
      all_of_them.await_held(few);
      growing.push_back(time_of([&] {
        pool.resize(many);
        all_of_them.await_held(many);
      }));
      all_of_them.let_go();
      all_of_them.await_left();
      std::this_thread::sleep_for(until_they_rest);
      shrinking.push_back(time_of([&] {
        pool.resize(few);
        const auto end = wall_clock::now() + e.patience;
        while (pool.workers() > few) {
          if (wall_clock::now() > end) wrong_answer("workers over the limit stayed");
          std::this_thread::yield();
        }
      }));
    }
    return {median(growing) / 1e3, median(shrinking) / 1e3};
  }
};

}  // namespace weir::bench

#endif
