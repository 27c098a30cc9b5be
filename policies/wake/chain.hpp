// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WAKE_CHAIN_HPP
#define WEIR_POLICIES_WAKE_CHAIN_HPP

#include <weir/concepts/wake_policy.hpp>

namespace weir::wake {

/// At most one woken worker looks for work at a time; when it has found some and there is more, it wakes the next.
///
/// Guarantee:  every task gets a worker while one is free: who finds work and sees more passes the call on before it starts.
/// Cost:       a burst of posts makes one system call instead of one each.
/// Not for:    bursts whose every task must start within microseconds; wake::exact.
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
