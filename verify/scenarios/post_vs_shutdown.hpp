// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_POST_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_POST_VS_SHUTDOWN_HPP

#include <weir/platform/order.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A post and the closing of the pool at the same moment: the answer and the fate of the task must agree, and no thread hangs.
template <class Pool>
struct post_vs_shutdown : stage<Pool, 2> {
  static constexpr const char* claim = "I7: accepted means run, closed means never run";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      this->pool->shutdown();
      check<P>(this->pool->post([] {}) == post_result::closed, "I7: a post after shutdown() is answered `closed`");
      this->pool->join();
      check<P>(this->pool->state() == run_state::stopped, "I7: join() means stopped");
      ended.store(true, std::memory_order_relaxed);
    } else {
      for (std::size_t task : {0u, 1u}) {
        this->accepted[task] = this->pool->post([this, task] {
          check<P>(!ended.load(std::memory_order_relaxed), "I7: no task runs after join()");
          ++this->ran[task].write();
        }) == post_result::accepted;
      }
    }
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  typename P::template atomic<bool> ended{false};
};

}  // namespace weir::verify::scenarios

#endif
