// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_BACKLOG_HPP
#define WEIR_BENCH_WORKLOADS_BACKLOG_HPP

#include <malloc.h>

#include <array>

#include "bench/support/clock.hpp"
#include "bench/support/hold.hpp"
#include "bench/support/memory.hpp"
#include "bench/support/tally.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// While every worker is held at a gate, one producer posts millions of tasks with so many bytes of captures; then the gate opens. What it
/// shows: memory per queued task, the bare cost of a post that wakes no worker, the bare cost of taking and running, and how much memory
/// the pool then keeps. All contestants hold 16 bytes without allocating; 48 not all.
template <std::size_t Bytes>
struct backlog_of {
  static_assert(Bytes == 16 || Bytes == 48);
  static constexpr std::string_view name = Bytes == 16 ? "W9" : "W9-48";
  static constexpr std::string_view what =
      Bytes == 16 ? "millions queued behind a gate, then drained" : "the same with 48 bytes of captures";
  static constexpr std::array metrics{metric{"memory", "bytes/task"}, metric{"post", "ns/task"}, metric{"drain", "ns/task"},
                                      metric{"kept", "MB", better::lower, 10}};
  template <class C>
  static constexpr bool suits = C::can.cheap_tasks && C::can.any_backlog && C::can.always_queues;

  template <class C>
  static values_of<backlog_of> measure(const effort& e) {
    const auto tasks = e.tasks(4'000'000);
    const auto each = static_cast<double>(tasks);
    values_of<backlog_of> values{};
    tally all(tasks, e.patience);
    {
      hold workers(e.workers, e.patience);
      C pool(e.workers);
      double memory_before = 0;
      pool.produce([&] {
        workers.take(pool);
        memory_before = resident_bytes();
        const auto posting = time_of([&] {
          for (std::uint64_t task = 0; task < tasks; ++task) post(pool, all, task);
        });
        values[0] = (resident_bytes() - memory_before) / each;
        values[1] = posting / each;
      });
      const auto draining = time_of([&] {
        workers.let_go();
        pool.wait(all);
      });
      values[2] = draining / each;
      workers.await_left();
      ::malloc_trim(0);  // what the heap keeps is not the pool's doing
      values[3] = (settled_resident_bytes() - memory_before) / 1e6;
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
};
using backlog = backlog_of<16>;
using large_backlog = backlog_of<48>;

}  // namespace weir::bench

#endif
