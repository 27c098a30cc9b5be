// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WORKERS_LIFO_HPP
#define WEIR_POLICIES_WORKERS_LIFO_HPP

#include <weir/concepts/workers_policy.hpp>
#include <weir/policies/workers/storage/idle_list.hpp>

namespace weir::workers {

/// The worker that went idle last is reused first: its caches are warm, and surplus workers stay idle until they expire.
///
/// Guarantee:  under a load that n workers can carry, only n workers are used.
/// Cost:       two pointers in each worker; push, pop and remove in constant time under the pool's lock.
/// Not for:    spreading work evenly: use workers::fifo.
/// Visibility: none of its own; the pool's lock orders everything.
struct lifo {
  using axis = axes::workers;

  template <class P>
  class on : public idle_list<reuse_order::newest_first> {};
};

static_assert(workers_policy<lifo>);

}  // namespace weir::workers

#endif
