// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_REJECT_HPP
#define WEIR_POLICIES_BLOCKING_REJECT_HPP

#include <weir/concepts/blocking_policy.hpp>

namespace weir::blocking {

/// A submitter that finds the pool full is answered `full` at once.
///
/// Guarantee:  post never blocks.
/// Cost:       nothing until the pool is full, then the pool's lock once per post.
/// Not for:    tasks that must not be lost when the caller ignores the answer.
/// Visibility: none of its own.
struct reject {
  using axis = axes::blocking;

  template <class P>
  struct on {
    static constexpr full_reaction when_full = full_reaction::refuse;
    static constexpr bool admits(std::size_t) noexcept { return false; }
  };
};

static_assert(blocking_policy<reject>);

}  // namespace weir::blocking

#endif
