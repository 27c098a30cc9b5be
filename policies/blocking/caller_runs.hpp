// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_CALLER_RUNS_HPP
#define WEIR_POLICIES_BLOCKING_CALLER_RUNS_HPP

#include <weir/concepts/blocking_policy.hpp>

namespace weir::blocking {

/// A submitter that finds the pool full runs the task itself, which slows it down to the pool's throughput.
///
/// Guarantee:  post is answered `full` only while the pool is paused. A task that runs here has ended when post returns; what it throws
///             goes to the panic policy.
/// Cost:       nothing until the pool is full, then the pool's lock twice per task.
/// Not for:    callers that hold a lock which their tasks take too.
/// Visibility: none of its own.
struct caller_runs {
  using axis = axes::blocking;

  template <class P>
  struct on {
    static constexpr full_reaction when_full = full_reaction::run_here;
    static constexpr bool admits(std::size_t) noexcept { return false; }
  };
};

static_assert(blocking_policy<caller_runs>);

}  // namespace weir::blocking

#endif
