// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PURGE_VS_GIVEN_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_PURGE_VS_GIVEN_TASK_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A worker that is being started has been given the oldest task of a full queue, purge() takes back what is queued, and then the thread is refused:
/// the queue is empty, and the given task must run all the same.
///
///     first submitter:  starts a worker .................................................. which is refused: is there work?
///     second submitter:                  queue full: task 0 is given away; takes task 1 back
template <class Pool>
struct purge_vs_given_task : stage<Pool, 2> {
  static constexpr const char* claim = "I4, I30: a task that was given to a worker without a thread runs, though the queue is empty";
  static constexpr int threads = 2;
  static constexpr int spawned = 6;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    this->post(i);
    if (i == 0) return;
    for (auto& taken_back : this->pool->purge()) taken_back();
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
