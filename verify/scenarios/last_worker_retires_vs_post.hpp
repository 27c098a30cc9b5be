// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LAST_WORKER_RETIRES_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_LAST_WORKER_RETIRES_VS_POST_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The worker finds nothing and is about to retire, or to park, while a post sees it as searching.
///
///     worker: look -> nothing        submitter: push
///     worker: give the place up      submitter: does a worker search? -> yes
///     worker: retire                 no thread looks at the queue again
template <class Pool>
struct last_worker_retires_vs_post : stage<Pool, 2> {
  static constexpr const char* claim = "I2: a task accepted while the last worker retires is run";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;
  static constexpr budgets budget{.timeouts = 1};

  void before() { this->open({.capacity = 1, .idle_after = std::chrono::nanoseconds(1)}); }
  void thread(unsigned) {
    this->post(0);
    this->post(1);
  }
  void finish() {
    this->pool->wait_idle();
    this->expect_accepted_ran(claim);
    this->end_and_check(claim);
  }
};

}  // namespace weir::verify::scenarios

#endif
