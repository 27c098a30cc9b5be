// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WAKE_CHAIN_HPP
#define WEIR_POLICIES_WAKE_CHAIN_HPP

#include <weir/concepts/wake_policy.hpp>

namespace weir::wake {

/// At most one woken worker searches for work at a time; when it finds a task and more are queued, it wakes the next worker.
///
/// Guarantee:  every task gets a worker while one is free: a worker that sees more tasks wakes the next before it runs its own.
/// Cost:       a burst of posts makes one system call instead of one each.
/// Not for:    bursts whose every task must start within microseconds: use wake::exact.
/// Visibility: none of its own.
struct chain {
  using axis = axes::wake;

  template <class P>
  struct on {
    static constexpr bool throttled = true;
  };
};

static_assert(wake_policy<chain>);

}  // namespace weir::wake

#endif
