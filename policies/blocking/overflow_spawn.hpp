// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_OVERFLOW_SPAWN_HPP
#define WEIR_POLICIES_BLOCKING_OVERFLOW_SPAWN_HPP

#include <weir/concepts/blocking_policy.hpp>

#include <cstddef>

namespace weir::blocking {

/// A task posted to a full pool gets a new worker beyond the capacity; a worker retires for it after its task. After cloudwego's gopool.
///
/// Guarantee:  post never blocks; it is answered `full` only when the system refuses a thread or the pool is paused.
/// Cost:       nothing until the pool is full, then a thread's start per task, some tens of microseconds. stats().workers may
///             exceed the capacity.
/// Not for:    limiting the load of a machine: use blocking::wait or blocking::reject.
/// Visibility: what the submitter did before posting is visible to the task.
struct overflow_spawn {
  using axis = axes::blocking;

  template <class P>
  struct on {
    static constexpr full_reaction when_full = full_reaction::overflow;
    static constexpr bool admits(std::size_t) noexcept { return false; }
  };
};

static_assert(blocking_policy<overflow_spawn>);

}  // namespace weir::blocking

#endif
