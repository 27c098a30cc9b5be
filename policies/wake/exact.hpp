// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WAKE_EXACT_HPP
#define WEIR_POLICIES_WAKE_EXACT_HPP

#include <weir/concepts/wake_policy.hpp>

namespace weir::wake {

/// Every post that finds an idle worker wakes one.
///
/// Guarantee:  the n-th task of a burst does not wait for the first one's worker to be awake.
/// Cost:       a lock and a system call per post for as long as there are idle workers.
/// Not for:    many tiny tasks: use wake::chain.
/// Visibility: none of its own.
struct exact {
  using axis = axes::wake;

  template <class P>
  struct on {
    static constexpr bool throttled = false;
  };
};

static_assert(wake_policy<exact>);

}  // namespace weir::wake

#endif
