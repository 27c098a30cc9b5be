// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_POST_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_POST_VS_STOP_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A post and stop() at the same moment: each task runs, or is handed back, or was refused; exactly one of the three.
template <class Pool>
struct post_vs_stop : stage<Pool, 2> {
  static constexpr const char* claim = "I7: accepted means run or handed back, never both, never neither";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->post(0);
      this->post(1);
    } else {
      auto handed_back = this->pool->stop();
      for (weir::task& t : handed_back) t();  // counts as its one run
      this->pool->join();
    }
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
