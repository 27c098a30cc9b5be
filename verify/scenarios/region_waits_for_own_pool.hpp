// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REGION_WAITS_FOR_OWN_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_REGION_WAITS_FOR_OWN_POOL_HPP

#include <weir/blocking_region.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The only worker waits, in a blocking region within another one, for a task of its own pool, while another thread posts. A worker more must come
/// for that task, and must have left when the pool is idle.
///
///     worker:  posts the task, and waits for it
///     other:   posts; sees the worker busy, and no place
template <class Pool>
struct region_waits_for_own_pool : stage<Pool, 3> {
  static constexpr const char* claim = "I21: in a blocking region a task may wait for a task of its own pool";
  static constexpr int threads = 2;
  static constexpr int spawned = 6;

  void before() { this->open({.capacity = 1, .extra_workers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return this->post(2);
    this->accepted[0] = this->pool->post([this] {
      blocking_region(*this->pool, [this] { blocking_region(*this->pool, [this] { wait_for_task(); }); });
      ++this->ran[0].write();
    }) == post_result::accepted;
  }
  void finish() {
    this->pool->wait_idle();
    const stats now = this->pool->stats();
    check<P>(now.workers <= 1 && now.blocked == 0, "I1: the further worker leaves after the region");
    check<P>(now.peak_workers <= 2, "I1: one region brings one worker");
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  void wait_for_task() {
    try {
      this->pool->submit([this] { ++this->ran[1].write(); }).get();
      this->accepted[1] = true;
    } catch (const not_run& e) {
      check<P>(e.reason() == post_result::full && Pool::config_type::can_be_full, claim);
    }
  }
};

}  // namespace weir::verify::scenarios

#endif
