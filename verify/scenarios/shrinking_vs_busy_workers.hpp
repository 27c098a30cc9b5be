// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHRINKING_VS_BUSY_WORKERS_HPP
#define WEIR_VERIFY_SCENARIOS_SHRINKING_VS_BUSY_WORKERS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two workers, a capacity that falls to one while they work: one leaves, the other stays, nothing is lost.
template <class Pool>
struct shrinking_vs_busy_workers : stage<Pool, 3> {
  static constexpr const char* claim = "I17: lowering the capacity converges to it and not below";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->resize(0, 1);
    this->post(0);
    this->post(1);
  }
  void finish() {
    this->pool->wait_idle();
    check<P>(this->pool->stats().workers <= 1, claim);
    this->post(2);
    this->end_and_check("I2: every accepted task runs once, a refused one never");
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
