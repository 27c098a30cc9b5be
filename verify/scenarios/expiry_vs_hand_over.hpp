// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_EXPIRY_VS_HAND_OVER_HPP
#define WEIR_VERIFY_SCENARIOS_EXPIRY_VS_HAND_OVER_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A worker's idle time ends just when a task is meant for it. For expiry::after_idle and its like.
///
///     worker: its time is over          submitter: an idle worker -> this one
///     worker: retires                   submitter: gave it the task, which no thread runs
template <class Pool>
struct expiry_vs_hand_over : stage<Pool, 3> {
  static constexpr const char* claim = "I14: a worker that was given work does not expire, and none expires below min_workers";
  static constexpr int threads = 2;
  static constexpr int spawned = 8;
  static constexpr budgets budget{.timeouts = 2};

  void before() { this->open({.capacity = 2, .min_workers = least, .idle_after = std::chrono::nanoseconds(1)}); }
  void thread(unsigned i) {
    this->post(i);
    if (i == 0) this->post(2);
  }
  void finish() {
    this->pool->wait_idle();
    check<P>(this->pool->stats().workers >= least, claim);
    this->end_and_check("I2: every accepted task runs once, a refused one never");
  }

  using P = typename Pool::platform_type;
  static constexpr unsigned least = Pool::config_type::workers::keeps ? 1 : 0;
};

}  // namespace weir::verify::scenarios

#endif
