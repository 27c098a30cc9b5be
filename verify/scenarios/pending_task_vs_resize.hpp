// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PENDING_TASK_VS_RESIZE_HPP
#define WEIR_VERIFY_SCENARIOS_PENDING_TASK_VS_RESIZE_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The only worker runs a task that ends when the second one runs; the second one is queued or, without a queue, its submitter
/// waits for room; the pool grows. Nothing else will ever happen, so the growth itself must start the worker or let the submitter in.
template <class Pool>
struct pending_task_vs_resize : stage<Pool, 2> {
  static constexpr const char* claim = "I17: raising the capacity serves a queued task and a waiting submitter with no further event";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->resize(0, 2);
    this->accepted[0] = this->pool->post([this] {
      second_runs.pass();
      ++this->ran[0].write();
    }) == post_result::accepted;
    this->accepted[1] = this->pool->post([this] {
      ++this->ran[1].write();
      second_runs.open();
    }) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  gate<typename Pool::platform_type> second_runs;
};

}  // namespace weir::verify::scenarios

#endif
