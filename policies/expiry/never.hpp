// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_EXPIRY_NEVER_HPP
#define WEIR_POLICIES_EXPIRY_NEVER_HPP

#include <weir/concepts/expiry_policy.hpp>

namespace weir::expiry {

/// Idle workers stay until the pool is closed or made smaller.
///
/// Guarantee:  a worker, once started, is available for the next burst.
/// Cost:       nothing: waits are untimed and no clock is read.
/// Not for:    pools that are idle for long on a machine short of threads: use expiry::after_idle.
/// Visibility: none of its own.
struct never {
  using axis = axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = false;
    static constexpr bool ends_busy = false;
    static constexpr time_point deadline(const worker_times<time_point>&, const lifetimes&) noexcept { return time_point::max(); }
  };
};

static_assert(expiry_policy<never>);

}  // namespace weir::expiry

#endif
