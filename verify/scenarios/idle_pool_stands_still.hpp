// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_IDLE_POOL_STANDS_STILL_HPP
#define WEIR_VERIFY_SCENARIOS_IDLE_POOL_STANDS_STILL_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The pool is idle, and only a bystander runs, who does nothing but let others run. Every step that is taken meanwhile and is not its own
/// is one of a worker that ought to sleep; the few on the way to bed are granted.
///
///     bystander: yield          worker: anything to do? -> no
///     bystander: yield          worker: anything to do? -> no, and so on
template <class Pool>
struct idle_pool_stands_still : stage<Pool, 1> {
  static constexpr const char* claim = "I26: an idle pool takes no steps";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;
  static constexpr effort work{.bound = 1};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    this->post(0);
    this->pool->wait_idle();
    watching = true;
    for (int n = 0; n != yields; ++n) P::yield();
    watching = false;
    check<P>(steps <= yields + on_the_way_to_bed, claim);
  }
  void finish() { this->end_and_check(claim); }
  void invariant() { steps += watching; }

  using P = typename Pool::platform_type;
  static constexpr int yields = 100;
  static constexpr int on_the_way_to_bed = Pool::config_type::agents::suspends ? 90 : 30;  // there are two carriers
  bool watching = false;  // these two are the checker's own
  int steps = 0;
};

}  // namespace weir::verify::scenarios

#endif
