// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_SOLE_CALLER_HPP
#define WEIR_ENGINE_SOLE_CALLER_HPP

#include <weir/engine/runner.hpp>

namespace weir::engine {

template <class C>
class crew;

/// A caller that is all the pool has, from after it raised `guests` until it takes that back. Coroutines that begin on its thread go on in the
/// pool; what its tasks post it finds later. A task that ends the thread leaves that to others.
template <class C>
struct sole_caller : runner<C>::guest {
  using guest = typename runner<C>::guest;
  using guard = typename runner<C>::guard;

  crew<C>& pool;
  unsigned waits = 0;  ///< for the time, so far
  bool over = false;   ///< it has nothing left to do for the pool

  template <class Agents>
  sole_caller(crew<C>& p, Agents& agents) : guest(p), pool(p) {
    agents.lend(this->here);
    this->here.looks_for_more = true;
  }
  ~sole_caller() {
    if (over) return;
    { const typename runner<C>::last_stop whoever_rides{pool, this->here}; }
    pool.popped_task_ended(this->seat);
    this->here.looks_for_more = false;
    guard g(pool);
    pool.rouse(g);  // still a guest, so that the pool does not end meanwhile
  }
};

}  // namespace weir::engine

#endif
