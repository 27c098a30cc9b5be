// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_END_VS_FAILED_START_HPP
#define WEIR_VERIFY_SCENARIOS_END_VS_FAILED_START_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The pool is ended while the only worker it was about to have cannot be started: that failure is the end which
/// join waits for.
template <class Pool>
struct end_vs_failed_start : stage<Pool, 1> {
  static constexpr const char* claim = "I30: who waits for the end hears of it when a failed start brings it about";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) return this->post(0);
    this->pool->shutdown();
    this->pool->join();
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
