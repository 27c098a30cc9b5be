// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_STOP_WORKERS_HPP
#define WEIR_BENCH_WORKLOADS_STOP_WORKERS_HPP

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/hold.hpp"
#include "bench/support/memory.hpp"
#include "bench/support/series.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// Destroy a pool of so many workers that have all run a task and now rest. What it shows: how long a shutdown takes that has nothing
/// left to wait for: waking every thread, and joining it. And what memory an idle worker has, mostly the part of its stack that it used.
struct stop_workers {
  static constexpr std::string_view name = "W14";
  static constexpr std::string_view what = "destroy a pool whose workers all rest";
  static constexpr std::array metrics{metric{"8 workers", "µs"}, metric{"64 workers", "µs"}, metric{"memory", "KB/worker"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog;

  template <class C>
  static values_of<stop_workers> measure(const effort& e) {
    const auto few = end_of<C>(8, e.tasks(40, 2), e);
    const auto many = end_of<C>(64, e.tasks(20, 1), e);
    return {few.end, many.end, many.memory};
  }

 private:
  static constexpr std::chrono::milliseconds until_they_rest{5};

  struct cost {
    double end, memory;
  };

  template <class C>
  static cost end_of(unsigned workers, std::uint64_t lives, const effort& e) {
    std::vector<double> times, memory;
    for (std::uint64_t life = 0; life < lives; ++life) {
      hold all_of_them(workers, e.patience);
      wall_clock::time_point end;
      const auto before = counted_resident_bytes();
      {
        C pool(workers);
        pool.produce([&] { all_of_them.take(pool); });
        all_of_them.let_go();
        all_of_them.await_left();
        std::this_thread::sleep_for(until_they_rest);
        memory.push_back((counted_resident_bytes() - before) / 1024 / workers);
        end = wall_clock::now();
      }
      times.push_back(nanoseconds(wall_clock::now() - end) / 1e3);
    }
    return {median(times), median(memory)};
  }
};

}  // namespace weir::bench

#endif
