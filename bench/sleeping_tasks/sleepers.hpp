// SPDX-License-Identifier: Apache-2.0
#ifndef BENCH_SLEEPING_TASKS_SLEEPERS_HPP
#define BENCH_SLEEPING_TASKS_SLEEPERS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/sleeping_tasks/allocations.hpp"
#include "bench/support/clock.hpp"
#include "bench/support/memory.hpp"
#include "bench/support/nap.hpp"
#include "bench/support/tally.hpp"
#include "bench/support/wrong_answer.hpp"

namespace weir::bench::articles {

/// Pools of the articles hold at most so many workers.
inline constexpr std::uint64_t capacity = 50'000;

inline constexpr std::array metrics{metric{"time", "ms"}, metric{"memory", "MB", better::lower, 1},
                                    metric{"bytes", "B/task", better::lower, 1}, metric{"allocations", "per task", better::lower, 0.01}};

/// One producer posts so many tasks that each sleep for 10 ms, and waits for all. Memory is the peak of the whole process above what it had when it
/// began; bytes and allocations are what operator new gave meanwhile, to the making of the pool too.
template <std::uint64_t Tasks>
struct sleepers {
  template <class C>
  static std::vector<double> once(const effort& e) {
    static const double memory_before = resident_bytes();
    const auto tasks = e.tasks(Tasks);
    const auto workers = static_cast<unsigned>(std::min(capacity, (tasks + 1) / 2));
    tally all(tasks, e.patience);
    const auto before = allocated::so_far();
    double time = 0;
    {
      C pool(workers, e.workers);
      time = time_of([&] {
        for (std::uint64_t task = 0; task < tasks; ++task) pool.post_nap(nap(all, task));
        all.wait();
      });
    }
    all.check();
    const auto after = allocated::so_far();
    if (time < static_cast<double>(tasks / workers) * nanoseconds(nap::length)) wrong_answer("more workers than were allowed");
    const auto each = [&](std::uint64_t count) { return static_cast<double>(count) / static_cast<double>(tasks); };
    return {time / 1e6, (peak_resident_bytes() - memory_before) / 1e6, each(after.bytes - before.bytes), each(after.calls - before.calls)};
  }
  template <class C>
  static std::vector<double> measure(const effort& e) {
    static_cast<void>(once<C>(e.warm_up()));
    return once<C>(e);
  }
};

/// Enters a pool, `C c(workers, threads)` with `c.post_nap(nap)`, for sizes up to `Most` tasks.
template <class C, std::uint64_t Most = 10'000'000>
struct enter {
  enter(std::string_view name, std::string_view what) {
    auto& all = catalogue::instance();
    all.contestants.push_back({name, what});
    all.bouts.push_back({0, "100k", "100 000 tasks that sleep 10 ms", name, metrics, &sleepers<100'000>::measure<C>});
    all.bouts.push_back({1, "1M", "1 000 000 tasks that sleep 10 ms", name, metrics, &sleepers<1'000'000>::measure<C>});
    if constexpr (Most >= 10'000'000)
      all.bouts.push_back({2, "10M", "10 000 000 tasks that sleep 10 ms", name, metrics, &sleepers<10'000'000>::measure<C>});
  }
};

}  // namespace weir::bench::articles

#endif
