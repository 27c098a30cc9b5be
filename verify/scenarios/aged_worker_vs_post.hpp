// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_AGED_WORKER_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_AGED_WORKER_VS_POST_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// For expiry::after_age: the last worker retires because of its age, although there is a task, while a post sees it as alive.
///
///     worker: a task is left, but I am old     submitter: push
///     worker: give the place up                submitter: does a worker search? -> yes
///     worker: retire                           no thread looks at the queue again
template <class Pool>
struct aged_worker_vs_post : stage<Pool, 3> {
  static constexpr const char* claim = "I2: a task that an aged worker leaves behind is run by another";
  static constexpr int threads = 2;
  static constexpr int spawned = 8;
  static constexpr budgets budget{.timeouts = 2, .spawn_faults = Pool::config_type::agents::suspends ? 0 : 1};

  void before() { this->open({.capacity = 1, .min_workers = least, .max_age = std::chrono::nanoseconds(1)}); }
  void thread(unsigned i) {
    this->post(i);
    if (i == 0) this->post(2);
  }
  void finish() { this->end_and_check(claim); }

  static constexpr unsigned least = Pool::config_type::workers::keeps ? 1 : 0;
};

}  // namespace weir::verify::scenarios

#endif
