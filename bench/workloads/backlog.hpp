// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_BACKLOG_HPP
#define WEIR_BENCH_WORKLOADS_BACKLOG_HPP

#include <unistd.h>

#include <array>
#include <fstream>
#include <latch>

#include "bench/support/clock.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// While every worker is held at a gate, one producer posts millions of tasks with so many bytes of captures; then the gate opens. What it
/// shows: memory per queued task, the bare cost of a post that wakes nobody, and the bare cost of taking and running. All contestants
/// hold 16 bytes without allocating; 48 not all.
template <std::size_t Bytes>
struct backlog_of {
  static_assert(Bytes == 16 || Bytes == 48);
  static constexpr std::string_view name = Bytes == 16 ? "W9" : "W9-48";
  static constexpr std::string_view what =
      Bytes == 16 ? "millions queued behind a gate, then drained" : "the same with 48 bytes of captures";
  static constexpr std::array metrics{metric{"memory", "bytes/task"}, metric{"post", "ns/task"}, metric{"drain", "ns/task"}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog;

  template <class C>
  static values_of<backlog_of> measure(const effort& e) {
    const auto tasks = e.tasks(4'000'000);
    const auto each = static_cast<double>(tasks);
    values_of<backlog_of> values{};
    tally all(tasks + e.workers, e.patience);
    std::latch held(e.workers + 1), gate(1);
    {
      C pool(e.workers);
      pool.produce([&] {
        for (std::uint64_t guard = 0; guard < e.workers; ++guard) {
          pool.post([&held, &gate, &all, number = tasks + guard] {
            held.count_down();
            gate.wait();
            all.finish(number);
          });
        }
        held.arrive_and_wait();
        const auto memory_before = resident_bytes();
        const auto posting = time_of([&] {
          for (std::uint64_t task = 0; task < tasks; ++task) post(pool, all, task);
        });
        values[0] = (resident_bytes() - memory_before) / each;
        values[1] = posting / each;
      });
      values[2] = time_of([&] {
                    gate.count_down();
                    pool.wait(all);
                  }) / each;
    }
    all.check();
    return values;
  }

 private:
  template <class C>
  static void post(C& pool, tally& all, std::uint64_t task) {
    if constexpr (Bytes == 16)
      pool.post([&all, task] { all.finish(task); });
    else
      pool.post([&all, task, more = std::array<std::uint64_t, Bytes / 8 - 2>{}] { all.finish(task + more[0]); });
  }

  /// Memory that this process really has, not what it has asked for.
  static double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
  }
};
using backlog = backlog_of<16>;
using large_backlog = backlog_of<48>;

}  // namespace weir::bench

#endif
