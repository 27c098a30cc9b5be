// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_SPAWN_TREE_HPP
#define WEIR_BENCH_WORKLOADS_SPAWN_TREE_HPP

#include <array>
#include <cstdint>

#include "bench/support/clock.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Each task posts two more, as a recursive fib(27) calls itself: 635 621 tasks, no joins, completions counted. What it
/// shows: posting from inside a task, where a pool may keep work on the worker that made it.
struct spawn_tree {
  static constexpr std::string_view name = "W3";
  static constexpr std::string_view what = "tasks spawned inside tasks, no joins";
  static constexpr std::array metrics{metric{"", "ns/task"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog && C::can.inside_tasks;

  template <class C>
  static values_of<spawn_tree> measure(effort const& e) {
    auto const height = height_for(e.tasks(size_of(27)));
    tally all(size_of(height), e.patience);
    double elapsed = 0;
    {
      C pool(e.workers);
      tree<C> const whole{pool, all};
      elapsed = time_of([&] {
        pool.produce([&] { pool.post([&whole, height] { whole.grow(height, 0); }); });
        pool.wait(all);
      });
    }
    all.check();
    return {elapsed / static_cast<double>(size_of(height))};
  }

 private:
  /// Number of tasks in a tree of this height: itself, and the trees of the two heights below.
  static constexpr std::uint64_t size_of(unsigned height) {
    std::uint64_t last = 1, size = 1;
    for (unsigned h = 2; h <= height; ++h) {
      auto const next = size + last + 1;
      last = size;
      size = next;
    }
    return size;
  }
  static constexpr unsigned height_for(std::uint64_t tasks) {
    unsigned height = 2;
    while (size_of(height + 1) <= tasks) ++height;
    return height;
  }

  template <class C>
  struct tree {
    C& pool;
    tally& all;

    /// The task numbered `first`, whose subtree is numbered on from there. A task's capture is 16 bytes, which every
    /// contestant holds without allocating.
    void grow(unsigned height, std::uint32_t first) const {
      if (height >= 2) {
        auto const left = first + 1;
        auto const right = left + sizes[height - 1];
        pool.post([this, height, left] { grow(height - 1, left); });
        pool.post([this, height, right] { grow(height - 2, right); });
      }
      all.finish(first);
    }
  };

  static constexpr auto sizes = [] {
    std::array<std::uint32_t, 32> table{};
    for (unsigned height = 0; height < table.size(); ++height) table[height] = static_cast<std::uint32_t>(size_of(height));
    return table;
  }();
};

}  // namespace weir::bench

#endif
