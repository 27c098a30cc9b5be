// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_FAIR_ROOM_HPP
#define WEIR_BENCH_WORKLOADS_FAIR_ROOM_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <latch>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/spin.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/back_pressure.hpp"

namespace weir::bench {

/// Four producers that block post tasks of 1 µs to a pool whose queue holds 1024. What it shows: the longest time that one post was
/// blocked, and how much longer the last producer took for its share than the first. With more threads than cores the
/// operating system's own turns are in it, some milliseconds, alike for all.
struct fair_room {
  static constexpr std::string_view name = "W13";
  static constexpr std::string_view what = "queue of 1024, four blocking producers: who waits how long";
  static constexpr std::array metrics{metric{"longest post", "µs"}, metric{"last producer", "times the first"}};
  template <class C>
  static constexpr bool suits = has_bounded_form<C>;

  template <class C>
  static values_of<fair_room> measure(const effort& e) {
    constexpr unsigned producers = 4;
    const auto tasks = e.tasks(500'000);
    const spin work(1'000);
    tally all(tasks, e.patience);
    std::array<double, producers> longest{}, taken{};
    {
      typename C::bounded pool(e.workers, back_pressure::room);
      const auto post_share = [&](unsigned producer) {
        double most = 0;
        pool.produce([&] {
          for (std::uint64_t task = producer; task < tasks; task += producers) {
            most = std::max(most, time_of([&] {
                              pool.post([&, task] {
                                work();
                                all.finish(task);
                              });
                            }));
          }
        });
        longest[producer] = most;
      };
      std::latch start(producers);
      {
        std::vector<std::jthread> threads;
        for (unsigned producer = 0; producer < producers; ++producer) {
          threads.emplace_back([&, producer] {
            start.arrive_and_wait();
            taken[producer] = time_of([&] { post_share(producer); });
          });
        }
      }
      pool.wait(all);
    }
    all.check();
    return {*std::ranges::max_element(longest) / 1e3, *std::ranges::max_element(taken) / *std::ranges::min_element(taken)};
  }
};

}  // namespace weir::bench

#endif
