// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TASKS_THAT_MEET_ALL_GET_WORKERS_HPP
#define WEIR_VERIFY_SCENARIOS_TASKS_THAT_MEET_ALL_GET_WORKERS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two tasks that end only together, posted by two threads, and a capacity of two: each needs a worker of its own at the same
/// time. If a post wakes no worker because one is already searching, that worker must wake the next.
template <class Pool>
struct tasks_that_meet_all_get_workers : stage<Pool, 2> {
  static constexpr const char* claim = "I28: no task waits while a worker rests or could be started";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) { both.post(i); }
  void finish() { this->end_and_check(claim); }

  meeting<stage<Pool, 2>> both{*this};
};

}  // namespace weir::verify::scenarios

#endif
