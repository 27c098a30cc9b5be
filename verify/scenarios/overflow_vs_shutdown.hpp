// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OVERFLOW_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_OVERFLOW_VS_SHUTDOWN_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// For blocking::overflow_spawn: a post starts a worker beyond the capacity while the pool is closed. The end waits for that worker, and
/// the task, once accepted, runs.
///
///     submitter: full, so starts a worker     closer: close
///     submitter: the thread is not there yet  closer: no worker is left, the pool has ended
template <class Pool>
struct overflow_vs_shutdown : stage<Pool, 3> {
  static constexpr const char* claim = "I7: a worker beyond the capacity belongs to the pool until it ends";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.spawn_faults = Pool::config_type::agents::suspends ? 0 : 1};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      this->pool->shutdown();
      this->pool->join();
      return check<P>(this->pool->stats().workers == 0, claim);
    }
    for (std::size_t task : {0u, 1u, 2u}) this->post(task);
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
