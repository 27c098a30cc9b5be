// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_GROWTH_PRESTART_HPP
#define WEIR_POLICIES_GROWTH_PRESTART_HPP

#include <weir/concepts/growth_policy.hpp>

namespace weir::growth {

/// All workers are started with the pool, and those that resize() adds room for at once. Workers that expired or failed to start are
/// started again on demand.
///
/// Guarantee:  while the system grants threads, `capacity` workers exist when the constructor, restart() or resize() returns.
/// Cost:       a thread's start, some tens of microseconds, per worker at construction.
/// Not for:    workers::none, whose workers would retire at once; the pair is refused.
/// Visibility: none of its own.
struct prestart {
  using axis = axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept { return capacity; }
    static constexpr bool wants(std::size_t) noexcept { return true; }
  };
};

static_assert(growth_policy<prestart>);

}  // namespace weir::growth

#endif
