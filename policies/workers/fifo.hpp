// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WORKERS_FIFO_HPP
#define WEIR_POLICIES_WORKERS_FIFO_HPP

#include <weir/concepts/workers_policy.hpp>
#include <weir/policies/workers/storage/idle_list.hpp>

namespace weir::workers {

/// The worker that has been idle longest is reused first, so work spreads over all workers.
///
/// Guarantee:  while a worker stays idle, no other worker is reused twice.
/// Cost:       two pointers in each worker; push, pop and remove in constant time under the pool's lock.
/// Not for:    shrinking under a steady load: every worker stays recently used. With an expiry policy the pool shrinks when fewer tasks come in
///             `options::idle_after` than there are idle workers.
/// Visibility: none of its own; the pool's lock orders everything.
struct fifo {
  using axis = axes::workers;

  template <class P>
  class on : public idle_list<reuse_order::oldest_first> {};
};

static_assert(workers_policy<fifo>);

}  // namespace weir::workers

#endif
