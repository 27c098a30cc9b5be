// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FAILED_THREAD_START_HPP
#define WEIR_VERIFY_SCENARIOS_FAILED_THREAD_START_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The system refuses the next thread, or the one after: no task is lost, and every count is as before.
template <class Pool>
struct failed_thread_start : stage<Pool, 3> {
  static constexpr const char* claim = "I4, I30: a thread that cannot be started loses no task and no count";
  static constexpr int threads = 2;
  static constexpr int spawned = 8;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    this->post(i);
    if (i == 0) this->post(2);
    check<P>((this->accepted[i] && (i != 0 || this->accepted[2])) || !unlimited, claim);
    this->pool->wait_idle();
  }
  void finish() {
    this->pool->wait_idle();
    check<P>(this->pool->stats().workers <= 2 && this->pool->stats().running == 0, claim);
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  using config = typename Pool::config_type;
  /// Does every post to an open pool end in its acceptance?
  static constexpr bool unlimited = !config::can_be_full || (config::can_wait && config::blocking::admits(1000));
};

}  // namespace weir::verify::scenarios

#endif
