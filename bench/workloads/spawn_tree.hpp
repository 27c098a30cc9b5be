// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_SPAWN_TREE_HPP
#define WEIR_BENCH_WORKLOADS_SPAWN_TREE_HPP

#include <array>
#include <cstdint>

#include "bench/support/clock.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Number of tasks in a tree of each height: one, and the trees of the two heights below.
inline constexpr auto tree_sizes = [] {
  std::array<std::uint32_t, 32> sizes{1, 1};
  for (std::size_t height = 2; height < sizes.size(); ++height) sizes[height] = 1 + sizes[height - 1] + sizes[height - 2];
  return sizes;
}();

/// Each task posts two more, as a recursive fib(27) calls itself: 635 621 tasks, no joins, completions counted. What it
/// shows: posting from inside a task, where a pool may keep work on the worker that made it.
struct spawn_tree {
  static constexpr std::string_view name = "W3";
  static constexpr std::string_view what = "tasks spawned inside tasks, no joins";
  static constexpr std::array metrics{metric{"", "ns/task"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog && C::can.inside_tasks;

  template <class C>
  static values_of<spawn_tree> measure(const effort& e) {
    const auto height = height_for(e.tasks(tree_sizes[27]));
    tally all(tree_sizes[height], e.patience);
    tree<C> whole{nullptr, all};
    double elapsed = 0;
    {
      C pool(e.workers);
      whole.pool = &pool;
      elapsed = time_of([&] {
        pool.produce([&] { pool.post([&whole, height] { whole.grow(height, 0); }); });
        pool.wait(all);
      });
    }
    all.check();
    return {elapsed / static_cast<double>(tree_sizes[height])};
  }

 private:
  static constexpr unsigned height_for(std::uint64_t tasks) {
    unsigned height = 2;
    while (tree_sizes[height + 1] <= tasks) ++height;
    return height;
  }

  template <class C>
  struct tree {
    C* pool;
    tally& all;

    /// The task numbered `first`, whose subtree is numbered on from there. A task's capture is 16 bytes, which every
    /// contestant holds without allocating.
    void grow(unsigned height, std::uint32_t first) const {
      if (height >= 2) {
        const auto left = first + 1;
        const auto right = left + tree_sizes[height - 1];
        pool->post([this, height, left] { grow(height - 1, left); });
        pool->post([this, height, right] { grow(height - 2, right); });
      }
      all.finish(first);
    }
  };
};

}  // namespace weir::bench

#endif
