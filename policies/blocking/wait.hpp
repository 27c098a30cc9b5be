// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_WAIT_HPP
#define WEIR_POLICIES_BLOCKING_WAIT_HPP

#include <weir/concepts/blocking_policy.hpp>

namespace weir::blocking {

/// A submitter that finds the pool full waits for room.
///
/// Guarantee:  waiting submitters are served in the order of arrival; closing the pool answers all of them `closed`.
/// Cost:       with queue::bounded, one fence per take, so that a take never misses a submitter that is about to wait.
/// Not for:    submitters that must not block. A worker of the same pool never waits: it is answered `full`.
/// Visibility: none of its own.
struct wait {
  using axis = axes::blocking;

  template <class P>
  struct on {
    static constexpr full_reaction when_full = full_reaction::wait;
    static constexpr bool admits(std::size_t) noexcept { return true; }
  };
};

static_assert(blocking_policy<wait>);

}  // namespace weir::blocking

#endif
