// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESTART_VS_STRAGGLER_HPP
#define WEIR_VERIFY_SCENARIOS_RESTART_VS_STRAGGLER_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A pool is ended and opened again while its first life's worker may still be on its way out.
template <class Pool>
struct restart_vs_straggler : stage<Pool, 2> {
  static constexpr const char* claim = "I16: the lives of a pool do not mix";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->join();
    this->post(0);
    this->pool->shutdown();
    if (this->pool->restart()) this->post(1);
    this->pool->shutdown();
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
