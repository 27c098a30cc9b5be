// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPTIONS_HPP
#define WEIR_OPTIONS_HPP

#include <weir/platform/time_span.hpp>

#include <any>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace weir {

/// The run-time half of a pool's configuration; policies are the compile-time half.
struct options {
  /// The most workers, that is threads, the pool may have at once. 0: as many as the machine has cores.
  unsigned capacity = 0;
  /// For light pools only: the threads that carry the light workers. 0: as many as the machine has cores.
  unsigned carriers = 0;
  /// How many workers expiry leaves alive. They are started by demand like any other, not in advance.
  unsigned min_workers = 0;
  /// How long a worker may be idle before expiry::after_idle lets it go; the period of expiry::one_per_period. Else unused.
  /// Any std::chrono::duration; one too long for the clock, such as hours::max(), means never.
  platform::time_span idle_after = std::chrono::seconds(60);
  /// How long a worker may live before expiry::after_age has it replaced; any duration, as above. Else unused.
  platform::time_span max_age = std::chrono::minutes(60);

  /// Worker n is the thread `name-n`. Empty: threads are not named. The system may shorten it (Linux: 15 characters).
  std::string name = {};
  /// Bytes of stack for each worker. 0: the system's default.
  std::size_t stack_size = 0;
  /// Worker n may run only on processor `processors[n % size]`. Empty: on any. A processor that does not exist is ignored.
  std::vector<unsigned> processors = {};

  /// Called by each worker on its own thread, before its first task and after its last. What on_start throws goes to the panic
  /// policy, and the worker works all the same. on_stop is called for every worker whose on_start returned, however the worker
  /// ends; what it throws goes to the panic policy. A hook that ends its thread, as pthread_exit does, costs the pool that worker and no task;
  /// one that ends every thread keeps the pool from running anything. No lock is held. Copied once; called by several workers at a time.
  std::function<void()> on_start = {};
  std::function<void()> on_stop = {};
  /// Makes each worker's own object, on its thread, after on_start; weir::this_worker::state<T>() finds it, and it is destroyed on the
  /// same thread before on_stop. What it throws goes to the panic policy, and the worker has no object then.
  std::function<std::any()> worker_state = {};
};

}  // namespace weir

#endif
