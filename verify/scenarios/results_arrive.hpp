// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESULTS_ARRIVE_HPP
#define WEIR_VERIFY_SCENARIOS_RESULTS_ARRIVE_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/future.hpp>

namespace weir::verify::scenarios {

/// The future of a submitted task against stop(): whatever happens, the one who waits is answered.
template <class Pool>
struct results_arrive : stage<Pool, 1> {
  static constexpr const char* claim = "I9: a future always completes: with the value, or with why there is none";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(this->pool->stop());
    auto answer = this->pool->submit([this] { return ++this->ran[0].write(); });
    try {
      check<P>(answer.get() == 1 && this->ran[0].read() == 1, claim);
      this->accepted[0] = true;
    } catch (const not_run& e) {
      check<P>(e.reason() == post_result::closed || e.reason() == post_result::cancelled, claim);
    }
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
