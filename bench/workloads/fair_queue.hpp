// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_FAIR_QUEUE_HPP
#define WEIR_BENCH_WORKLOADS_FAIR_QUEUE_HPP

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/series.hpp"
#include "bench/support/spin.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Two chains per worker, in which each task of 10 µs posts the next; meanwhile a thread outside posts a task each millisecond. What it
/// shows: how long a task may have to wait while others go on for ever. In order of arrival it waits for one task of each chain; where
/// a worker prefers what it posted itself, it may wait until the chains end.
struct fair_queue {
  static constexpr std::string_view name = "W12";
  static constexpr std::string_view what = "a task from outside among chains of tasks that post the next";
  static constexpr std::array metrics{metric{"wait p50", "µs"}, metric{"longest wait", "µs"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog && C::can.inside_tasks;

  template <class C>
  static values_of<fair_queue> measure(const effort& e) {
    const auto length = e.tasks(50'000, 400);
    const auto from_outside = length * 2 * 8 / 1'000;  // for eight tenths of the time that the chains take, 2 x length x 10 µs
    const auto chains = 2 * e.workers;
    std::vector<double> waits(from_outside);
    tally all(chains * length + from_outside, e.patience);
    {
      const spin work(10'000);
      chain<C> links{nullptr, all, work, length};
      C pool(e.workers);
      links.pool = &pool;
      pool.produce([&] {
        for (unsigned number = 0; number < chains; ++number) pool.post([&links, first = number * length] { links.run(first); });
        auto next = wall_clock::now();
        for (std::uint64_t task = 0; task < from_outside; ++task) {
          std::this_thread::sleep_until(next += std::chrono::milliseconds(1));
          pool.post([&, number = chains * length + task, wait = &waits[task], posted = wall_clock::now()] {
            *wait = nanoseconds(wall_clock::now() - posted) / 1e3;
            all.finish(number);
          });
        }
      });
      pool.wait(all);
    }
    all.check();
    return {quantile(waits, 0.5), quantile(waits, 1)};
  }

 private:
  template <class C>
  struct chain {
    C* pool;
    tally& all;
    const spin& work;
    std::uint64_t length;

    void run(std::uint64_t number) {
      work();
      if ((number + 1) % length != 0) pool->post([this, number] { run(number + 1); });
      all.finish(number);
    }
  };
};

}  // namespace weir::bench

#endif
