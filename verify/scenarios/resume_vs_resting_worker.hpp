// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESUME_VS_RESTING_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_RESUME_VS_RESTING_WORKER_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A worker parks because the pool is paused, a post wakes no worker, and the pause ends.
///
///     worker: paused, so nothing to take   submitter: push         pauser:
///     worker: joins the idle store         submitter: paused,      pauser: the pause ends, is there
///     worker: sleeps                       so wakes no worker      a task? -> no
template <class Pool>
struct resume_vs_resting_worker : stage<Pool, 2> {
  static constexpr const char* claim = "I2, I19: no task is stranded when a pause ends";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      const auto paused = this->pool->pause();
      return;
    }
    this->post(0);
    this->post(1);
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
