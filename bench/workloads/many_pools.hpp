// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_MANY_POOLS_HPP
#define WEIR_BENCH_WORKLOADS_MANY_POOLS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// 1 to 32 pools in one program, to which one producer posts empty tasks in turn. What it shows: what a pool's idle workers cost where the cores have
/// others to run, since there are up to 32 times as many workers as the pools are asked for.
struct many_pools {
  static constexpr std::string_view name = "N5";
  static constexpr std::string_view what = "1 to 32 pools, one producer in turn";
  static constexpr std::array<std::size_t, 5> pools{1, 2, 8, 16, 32};
  static constexpr std::array metrics{metric{"1 pool", "ns/task"},
                                      metric{"2 pools", "ns/task"},
                                      metric{"8 pools", "ns/task"},
                                      metric{"16 pools", "ns/task"},
                                      metric{"32 pools", "ns/task"},
                                      metric{"1 pool processor time", "ns/task"},
                                      metric{"2 pools processor time", "ns/task"},
                                      metric{"8 pools processor time", "ns/task"},
                                      metric{"16 pools processor time", "ns/task"},
                                      metric{"32 pools processor time", "ns/task"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks;

  template <class C>
  static values_of<many_pools> measure(const effort& e) {
    values_of<many_pools> values{};
    for (std::size_t n = 0; n != pools.size(); ++n) measure<C>(e, pools[n], values[n], values[n + pools.size()]);
    return values;
  }

 private:
  template <class C>
  static void measure(const effort& e, std::size_t count, double& time, double& used) {
    const auto tasks = e.tasks(500'000, 32);
    tally all(tasks, e.patience);
    {
      std::vector<std::unique_ptr<C>> each;
      while (each.size() != count) each.push_back(std::make_unique<C>(e.workers));
      const auto cpu_before = processor_time();
      time = time_of([&] {
        produce_in_all(each, 0, [&] {
          for (std::uint64_t task = 0; task != tasks; ++task) each[task % count]->post([&all, task] { all.finish(task); });
        });
        for (auto& pool : each) pool->wait(all);
      });
      used = processor_time() - cpu_before;
    }
    all.check();
    for (double* value : {&time, &used}) *value /= static_cast<double>(tasks);
  }

  /// Inside every pool's produce().
  template <class C>
  static void produce_in_all(std::vector<std::unique_ptr<C>>& each, std::size_t from, const std::function<void()>& body) {
    if (from == each.size()) return body();
    each[from]->produce([&] { produce_in_all(each, from + 1, body); });
  }
};

}  // namespace weir::bench

#endif
