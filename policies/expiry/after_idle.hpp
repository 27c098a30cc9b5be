// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_EXPIRY_AFTER_IDLE_HPP
#define WEIR_POLICIES_EXPIRY_AFTER_IDLE_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/platform/deadline.hpp>

namespace weir::expiry {

/// A worker that has been idle for `options::idle_after` retires, unless only `options::min_workers` are left.
///
/// Guarantee:  no worker retires earlier. Each wakes once, at its own deadline; there is no helper thread.
/// Cost:       the clock is read when a worker goes idle, and its wait is timed.
/// Not for:    workers::none, which keeps no idle worker; the pair is refused. workers::fifo and workers::ring keep every worker recently used, so
///             with them a pool shrinks only when fewer tasks come in this time than there are idle workers.
/// Visibility: none of its own.
struct after_idle {
  using axis = axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static constexpr time_point deadline(const worker_times<time_point>& t, const lifetimes& l) noexcept {
      return platform::no_later_than(t.idle_since, l.idle_after);
    }
  };
};

static_assert(expiry_policy<after_idle>);

}  // namespace weir::expiry

#endif
