// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_EMPTY_TASKS_HPP
#define WEIR_BENCH_WORKLOADS_EMPTY_TASKS_HPP

#include <latch>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// The two rows of each workload of empty tasks. The second explains the first: a thread that went to sleep had to be woken.
inline constexpr std::array empty_task_metrics{metric{"time", "ns/task"}, metric{"sleeps", "per 1000 tasks", better::lower, 1}};
using empty_task_values = std::array<double, empty_task_metrics.size()>;

/// So many producers share the posting of `tasks` tasks that do nothing but be counted; from the first post to the last
/// completion. What it shows: the cost of a post, of a take, and of the wakes between them. `room` goes to the pool's
/// constructor where the pool is a bounded one.
template <class Pool, class... Room>
empty_task_values post_empty_tasks(unsigned producers, std::uint64_t tasks, const effort& e, Room... room) {
  tally all(tasks, e.patience);
  empty_task_values values{};
  {
    Pool pool(e.workers, room...);
    const auto post_share = [&](unsigned producer) {
      pool.produce([&] {
        for (std::uint64_t task = producer; task < tasks; task += producers) pool.post([&all, task] { all.finish(task); });
      });
    };
    std::latch start(producers);
    std::vector<std::jthread> others;
    for (unsigned producer = 1; producer < producers; ++producer) {
      others.emplace_back([&, producer] {
        start.arrive_and_wait();
        post_share(producer);
      });
    }
    start.arrive_and_wait();
    const auto sleeps_before = sleeps();
    const auto elapsed = time_of([&] {
      post_share(0);
      for (auto& other : others) other.join();
      pool.wait(all);
    });
    values = {elapsed / static_cast<double>(tasks), static_cast<double>(sleeps() - sleeps_before) * 1e3 / static_cast<double>(tasks)};
  }
  all.check();
  return values;
}

struct one_producer {
  static constexpr std::string_view name = "W1";
  static constexpr std::string_view what = "empty tasks, one producer";
  static constexpr std::array metrics = empty_task_metrics;
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks;

  template <class C>
  static values_of<one_producer> measure(const effort& e) {
    return post_empty_tasks<C>(1, e.tasks(5'000'000), e);
  }
};

struct four_producers {
  static constexpr std::string_view name = "W2";
  static constexpr std::string_view what = "empty tasks, four producers";
  static constexpr std::array metrics = empty_task_metrics;
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks;

  template <class C>
  static values_of<four_producers> measure(const effort& e) {
    return post_empty_tasks<C>(4, e.tasks(5'000'000), e);
  }
};

}  // namespace weir::bench

#endif
