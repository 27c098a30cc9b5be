// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_WAIT_AT_MOST_HPP
#define WEIR_POLICIES_BLOCKING_WAIT_AT_MOST_HPP

#include <weir/concepts/blocking_policy.hpp>

namespace weir::blocking {

/// Up to N submitters wait for room; the next one is answered `full`.
///
/// Guarantee:  never more than N submitters wait; otherwise as blocking::wait.
/// Cost:       as blocking::wait.
/// Not for:    unlimited waiting (use blocking::wait) or none (use blocking::reject).
/// Visibility: none of its own.
template <std::size_t N>
struct wait_at_most {
  static_assert(N >= 1, "weir::blocking::wait_at_most<N>: N must be at least 1; blocking::reject lets no caller wait");
  using axis = axes::blocking;

  template <class P>
  struct on {
    static constexpr full_reaction when_full = full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept { return waiting < N; }
  };
};

static_assert(blocking_policy<wait_at_most<1>>);

}  // namespace weir::blocking

#endif
