// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_WORKLOADS_HPP
#define WEIR_BENCH_MACHINE_WORKLOADS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/machine/books.hpp"
#include "bench/machine/machine.hpp"
#include "bench/support/mixed_load.hpp"
#include "bench/support/series.hpp"
#include "bench/workloads/spawn_tree.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench::sim {

/// How much of a workload is simulated, and by whom. 0 tasks or producers: the workload's own number.
struct extent {
  unsigned workers = 2;
  unsigned producers = 0;
  std::uint64_t tasks = 0;
  double load = 0.7;
};

[[nodiscard]] inline double now() { return computer::current()->now(); }

/// A task that computes for a while, which may be nothing.
struct job {
  books& all;
  double nanoseconds;
  void run(std::uint64_t task) const {
    if (nanoseconds > 0) machine::compute(nanoseconds);
    all.finish(task);
  }
};

/// Where this producer posts: where the pool says so, or to the pool.
template <class Pool>
decltype(auto) of_producer(Pool& pool, unsigned producer) {
  if constexpr (requires { pool.of_producer(producer); })
    return pool.of_producer(producer);
  else
    return (pool);
}

/// So many producers share the posting; from the first post to the last completion.
template <class Pool>
double time_of_posts(Pool& pool, unsigned producers, std::uint64_t tasks, double nanoseconds) {
  books all(tasks);
  const job each{all, nanoseconds};
  machine::atomic<bool> begun;
  const auto post_share = [&](unsigned producer) {
    auto&& to = of_producer(pool, producer);
    for (std::uint64_t task = producer; task < tasks; task += producers) to.post([&each, task] { each.run(task); });
  };
  std::vector<machine::thread> others;
  for (unsigned producer = 1; producer < producers; ++producer) {
    others.emplace_back([&, producer] {
      while (!begun.load(std::memory_order_acquire)) machine::yield();
      post_share(producer);
    });
  }
  begun.store(true, std::memory_order_release);
  const double from = now();
  post_share(0);
  all.wait();
  const double elapsed = now() - from;
  for (auto& other : others) other.join();
  return elapsed;
}

/// Once to have the threads started and the memory touched, and once to be measured.
template <class Pool>
double measured_time_of_posts(const extent& size, unsigned producers, std::uint64_t tasks, double nanoseconds) {
  Pool pool(size.workers);
  static_cast<void>(time_of_posts(pool, producers, tasks, nanoseconds));
  computer::current()->begin_measurement();
  const double elapsed = time_of_posts(pool, producers, tasks, nanoseconds);
  computer::current()->end_measurement();
  return elapsed;
}

template <unsigned Producers>
struct empty_posts {
  static constexpr std::string_view name = Producers == 1 ? "W1" : "W2";
  static constexpr std::string_view what = Producers == 1 ? "empty tasks, one producer" : "empty tasks, four producers";
  static constexpr std::array metrics{metric{"time", "ns/task"}};
  static constexpr std::uint64_t usual_tasks = 50'000;
  template <class Pool>
  static std::vector<double> measure(const extent& size) {
    const unsigned producers = size.producers == 0 ? Producers : size.producers;
    return {measured_time_of_posts<Pool>(size, producers, size.tasks, 0) / static_cast<double>(size.tasks)};
  }
};

/// Each task posts two smaller trees and computes for so long.
template <class Pool>
struct tree {
  Pool& pool;
  books& all;
  double nanoseconds;
  void grow(unsigned height, std::uint32_t first) const {
    if (height >= 2) {
      const auto left = first + 1;
      const auto right = left + tree_sizes[height - 1];
      pool.post([this, height, left] { grow(height - 1, left); });
      pool.post([this, height, right] { grow(height - 2, right); });
    }
    job{all, nanoseconds}.run(first);
  }
};
template <class Pool>
double time_of_tree(Pool& pool, unsigned height, double nanoseconds) {
  books all(tree_sizes[height]);
  const tree<Pool> whole{pool, all, nanoseconds};
  const double from = now();
  pool.post([&whole, height] { whole.grow(height, 0); });
  all.wait();
  return now() - from;
}
/// The time for each task of a tree of about so many.
template <class Pool>
double time_in_tree(const extent& size, double nanoseconds) {
  unsigned height = 2;
  while (tree_sizes[height + 1] <= size.tasks) ++height;
  Pool pool(size.workers);
  static_cast<void>(time_of_tree(pool, height - 1, nanoseconds));
  computer::current()->begin_measurement();
  const double elapsed = time_of_tree(pool, height, nanoseconds);
  computer::current()->end_measurement();
  return elapsed / tree_sizes[height];
}

struct trees {
  static constexpr std::string_view name = "W3";
  static constexpr std::string_view what = "tasks spawned inside tasks, no joins";
  static constexpr std::array metrics{metric{"", "ns/task"}};
  static constexpr std::uint64_t usual_tasks = 60'000;
  template <class Pool>
  static std::vector<double> measure(const extent& size) {
    return {time_in_tree<Pool>(size, 0)};
  }
};

struct trees_of_microseconds {
  static constexpr std::string_view name = "W3-1";
  static constexpr std::string_view what = "the same, tasks of 1 µs";
  static constexpr std::array metrics{metric{"1 µs", "efficiency", better::higher}};
  static constexpr std::uint64_t usual_tasks = 60'000;
  template <class Pool>
  static std::vector<double> measure(const extent& size) {
    return {1000.0 / (time_in_tree<Pool>(size, 1000) * size.workers)};
  }
};

struct microseconds {
  static constexpr std::string_view name = "W4";
  static constexpr std::string_view what = "tasks of 1 µs, one producer";
  static constexpr std::array metrics{metric{"1 µs", "efficiency", better::higher}};
  static constexpr std::uint64_t usual_tasks = 40'000;
  template <class Pool>
  static std::vector<double> measure(const extent& size) {
    const unsigned producers = size.producers == 0 ? 1 : size.producers;
    return {1000.0 * static_cast<double>(size.tasks) / (measured_time_of_posts<Pool>(size, producers, size.tasks, 1000) * size.workers)};
  }
};

struct rounds_of_64 {
  static constexpr std::string_view name = "N1";
  static constexpr std::string_view what = "rounds of 64 tasks of 2 µs and a wait";
  static constexpr std::array metrics{metric{"", "µs/round"}};
  static constexpr std::uint64_t usual_tasks = 64 * 200;
  template <class Pool>
  static std::vector<double> measure(const extent& size) {
    Pool pool(size.workers);
    const auto rounds = size.tasks / 64;
    const auto play = [&](std::uint64_t times) {
      for (; times != 0; --times) {
        books all(64);
        const job each{all, 2000};
        for (std::uint64_t task = 0; task != 64; ++task) pool.post([&each, task] { each.run(task); });
        all.wait();
      }
    };
    play(rounds / 10 + 1);
    computer::current()->begin_measurement();
    const double from = now();
    play(rounds);
    const double elapsed = now() - from;
    computer::current()->end_measurement();
    return {elapsed / 1000 / static_cast<double>(rounds)};
  }
};

struct mixed_lengths {
  static constexpr std::string_view name = "N2";
  static constexpr std::string_view what = "90 % of 100 ns and 10 % of 100 µs at random: the waits";
  static constexpr std::array metrics{metric{"p50", "µs"}, metric{"p99", "µs"}, metric{"p99 at best", "µs"}};
  static constexpr std::uint64_t usual_tasks = 40'000;
  template <class Pool>
  static std::vector<double> measure(const extent& size) {
    const mixed_load tasks(size.load, size.workers, size.tasks);
    std::vector<double> waits(size.tasks);
    books all(size.tasks);
    Pool pool(size.workers);
    computer::current()->begin_measurement();
    const double from = now();
    for (std::uint64_t task = 0; task != size.tasks; ++task) {
      const double due = from + tasks.due[task];
      if (due > now()) machine::compute(due - now());
      pool.post([&, task, due] {
        waits[task] = now() - due;
        machine::compute(tasks.length[task]);
        all.finish(task);
      });
    }
    all.wait();
    computer::current()->end_measurement();
    const auto least = least_waits(tasks, size.workers);
    return {quantile(waits, 0.5) / 1e3, quantile(waits, 0.99) / 1e3, quantile(least, 0.99) / 1e3};
  }
};

}  // namespace weir::bench::sim

#endif
