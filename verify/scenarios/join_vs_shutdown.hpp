// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_JOIN_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_JOIN_VS_SHUTDOWN_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A pool that has never had a task is closed while a thread waits for its end: there is no worker that could wake the waiter.
///
///     waiter: has it ended? no                  closer: closed, and that is the end already
///     waiter: sleeps                            no other thread ever comes
template <class Pool>
struct join_vs_shutdown : stage<Pool, 0> {
  static constexpr const char* claim = "I10: whoever waits for the end of a pool is told, a pool without a worker included";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr effort work{.graphs = few_graphs_of_a_pool};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->shutdown();
    this->pool->join();
    check<P>(this->pool->state() == run_state::stopped, claim);
  }
  void finish() { this->pool.reset(); }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
