// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESTING_WORKER_VS_MEETING_TASKS_HPP
#define WEIR_VERIFY_SCENARIOS_RESTING_WORKER_VS_MEETING_TASKS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// As tasks_that_meet_all_get_workers, but the first worker has been used and is idle, or about to park, when the two tasks come.
template <class Pool>
struct resting_worker_vs_meeting_tasks : stage<Pool, 3> {
  static constexpr const char* claim = "I28: no task waits while a worker rests or could be started";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    this->post(0);
    both.post(0);
    both.post(1);
  }
  void finish() { this->end_and_check(claim); }

  meeting<stage<Pool, 3>, 1> both{*this};
};

}  // namespace weir::verify::scenarios

#endif
