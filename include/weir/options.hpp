// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPTIONS_HPP
#define WEIR_OPTIONS_HPP

#include <weir/concepts/blocking_choice.hpp>
#include <weir/concepts/panic_choice.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/time_span.hpp>

#include <any>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace weir {

/// The run-time half of a pool's configuration; policies are the compile-time half. `pool.asked()` returns it.
struct options {
  /// The most workers at once: threads, or in a light pool tasks in flight. 0: weir::processors(), asked when the pool is made, so that a container's
  /// CPU quota counts; in a preset as its original has; or as the pool's policies can serve if that is less.
  unsigned capacity = 0;
  /// How many workers beyond the capacity may live, in exchange for as many that are in a weir::blocking_region. The pool's policies may serve fewer.
  unsigned extra_workers = 256;
  /// For light pools only: the number of carriers, the threads that run the light workers' turns. 0: weir::processors().
  unsigned carriers = 0;
  /// For queue::bounded<> only: how many tasks may wait, 1 to 2^30. Left out: 1024. Pools with another queue refuse it with
  /// std::invalid_argument.
  std::optional<std::size_t> queue_limit = {};
  /// For blocking::any only: the policy that it follows; left out, blocking::wait. Pools with another blocking policy refuse it with
  /// std::invalid_argument, and so do those that could not follow it: discard_oldest with queue::none, caller_runs in light pools.
  std::optional<blocking_choice> blocking = {};
  /// For blocking::any that waits: how many submitters may wait at once, at least 1; the next one is answered `full`. Left out: all may.
  std::optional<std::size_t> most_waiting = {};
  /// For panic::any only: the policy that it follows; left out, panic::terminate. Pools with another panic policy refuse it with std::invalid_argument.
  std::optional<panic_choice> panic = {};
  /// How many workers expiry leaves alive, and up to how many a task that finds none idle gets a new one whatever the growth policy says. They are
  /// started by demand like any other, not in advance.
  unsigned min_workers = 0;
  /// min_workers are started in advance: by the constructor, restart() and a resize() that raises it, while the system grants threads.
  bool prestart_min_workers = false;
  /// How long a worker may be idle before expiry::after_idle retires it; the period of expiry::one_per_period. Otherwise unused. Any
  /// std::chrono::duration; one beyond the clock's range, such as hours::max(), means never. Left out: 60 s, in a preset what its original has.
  std::optional<platform::time_span> idle_after = {};
  /// How long after its first task a worker may live before expiry::after_age replaces it; any duration, as above. Otherwise unused. Left out:
  /// 60 min, in a preset what its original has.
  std::optional<platform::time_span> max_age = {};

  /// The pool's name, which pool.name() returns and lines on standard error contain. The thread of worker n is named `name-n`; in a light pool this,
  /// the stack, the processors and the hooks below are those of carrier n. Empty: threads are not named. The system may shorten it (Linux: 15
  /// characters).
  std::string name = {};
  /// Bytes of stack for each worker's thread. 0: the system's default.
  std::size_t stack_size = 0;
  /// Worker n may run only on processor `processors[n % size]`. Empty: on any. A processor that does not exist is ignored.
  std::vector<unsigned> processors = {};

  /// Called by each worker on its own thread, before its first task and after its last. What on_start throws goes to the panic policy, and the
  /// worker runs tasks all the same. on_stop is called for every worker whose on_start returned, however the worker ends; what it throws goes to
  /// the panic policy. A hook that ends its thread, as pthread_exit does, costs the pool that worker and no task; one that ends every thread keeps
  /// the pool from running anything. No lock is held. Copied once; called concurrently by several workers.
  std::function<void()> on_start = {};
  std::function<void()> on_stop = {};
  /// Makes each worker's own object, on its thread, after on_start; weir::this_worker::state<T>() returns it, and it is destroyed on the same
  /// thread before on_stop. What it throws goes to the panic policy, and the worker then has no object.
  std::function<std::any()> worker_state = {};
};

/// `given`; its capacity, idle_after and max_age are those of `defaults` where `given` leaves them out.
[[nodiscard]] inline options with_defaults(options given, const options& defaults) {
  if (given.capacity == 0) given.capacity = defaults.capacity;
  if (!given.idle_after) given.idle_after = defaults.idle_after;
  if (!given.max_age) given.max_age = defaults.max_age;
  return given;
}

}  // namespace weir

#endif
