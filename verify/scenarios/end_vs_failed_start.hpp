// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_END_VS_FAILED_START_HPP
#define WEIR_VERIFY_SCENARIOS_END_VS_FAILED_START_HPP

#include <weir/platform/order.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The pool is ended while the only worker it was about to have cannot be started: that failure is the end which
/// join waits for. The submitter, which would run the task in the worker's place, must not begin it after that end.
///
///     submitter: the thread is refused                        runs the task itself
///     stopper:                        closes; no worker: the end
template <class Pool>
struct end_vs_failed_start : stage<Pool, 1> {
  static constexpr const char* claim = "I7, I30: who waits for the end hears of it when a failed start brings it about; no task runs later";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->accepted[0] = this->pool->post([this] {
        check<P>(!ended.load(std::memory_order_relaxed), claim);
        ++this->ran[0].write();
      }) == post_result::accepted;
      return;
    }
    this->pool->shutdown();
    this->pool->join();
    ended.store(true, std::memory_order_relaxed);
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  typename P::template atomic<bool> ended{false};
};

}  // namespace weir::verify::scenarios

#endif
