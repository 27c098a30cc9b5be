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

/// 16 pools in one program, to which one producer posts empty tasks in turn. What it shows: what a pool's idle workers cost where the cores have others
/// to run, since there are 16 times as many workers as the pools are asked for.
struct many_pools {
  static constexpr std::string_view name = "N5";
  static constexpr std::string_view what = "16 pools, one producer in turn";
  static constexpr std::array metrics{metric{"time", "ns/task"}, metric{"processor time", "ns/task"},
                                      metric{"sleeps", "per 1000 tasks", better::lower, 1}};
  static constexpr std::size_t pools = 16;
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks;

  template <class C>
  static values_of<many_pools> measure(const effort& e) {
    const auto tasks = e.tasks(1'000'000, pools);
    tally all(tasks, e.patience);
    values_of<many_pools> values{};
    {
      std::vector<std::unique_ptr<C>> each;
      for (std::size_t n = 0; n != pools; ++n) each.push_back(std::make_unique<C>(e.workers));
      const auto cpu_before = processor_time();
      const auto sleeps_before = sleeps();
      const double elapsed = time_of([&] {
        produce_in_all(each, 0, [&] {
          for (std::uint64_t task = 0; task != tasks; ++task) each[task % pools]->post([&all, task] { all.finish(task); });
        });
        for (auto& pool : each) pool->wait(all);
      });
      const auto count = static_cast<double>(tasks);
      values = {elapsed / count, (processor_time() - cpu_before) / count, static_cast<double>(sleeps() - sleeps_before) * 1e3 / count};
    }
    all.check();
    return values;
  }

 private:
  /// Inside every pool's produce().
  template <class C>
  static void produce_in_all(std::vector<std::unique_ptr<C>>& each, std::size_t from, const std::function<void()>& body) {
    if (from == each.size()) return body();
    each[from]->produce([&] { produce_in_all(each, from + 1, body); });
  }
};

}  // namespace weir::bench

#endif
