// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_OVERFLOW_SPAWN_HPP
#define WEIR_POLICIES_BLOCKING_OVERFLOW_SPAWN_HPP

#include <weir/concepts/blocking_policy.hpp>

#include <cstddef>

namespace weir::blocking {

/// A task that finds the pool full gets a new worker, beyond the capacity, that does this task and leaves. After cloudwego's gopool.
///
/// Guarantee:  post never blocks; it is answered `full` only when the system gives no thread.
/// Cost:       nothing until the pool is full, then a thread's start per task, some tens of microseconds. The capacity is a limit no more:
///             stats().workers may exceed it.
/// Not for:    protecting a machine from too much at once; blocking::wait, or blocking::reject.
/// Visibility: whatever the submitter did before posting is seen by the task.
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
