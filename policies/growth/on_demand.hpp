// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_GROWTH_ON_DEMAND_HPP
#define WEIR_POLICIES_GROWTH_ON_DEMAND_HPP

#include <weir/concepts/growth_policy.hpp>

namespace weir::growth {

/// A worker is started when a task finds none idle and the pool is below its capacity.
///
/// Guarantee:  a pool that is never used starts no thread.
/// Cost:       the first tasks of a burst pay for a thread's start, some tens of microseconds.
/// Not for:    pools whose first task must start at once: use growth::prestart.
/// Visibility: none of its own.
struct on_demand {
  using axis = axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned) noexcept { return 0; }
    static constexpr bool wants(std::size_t) noexcept { return true; }
  };
};

static_assert(growth_policy<on_demand>);

}  // namespace weir::growth

#endif
