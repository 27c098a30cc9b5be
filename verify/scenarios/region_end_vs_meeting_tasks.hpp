// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REGION_END_VS_MEETING_TASKS_HPP
#define WEIR_VERIFY_SCENARIOS_REGION_END_VS_MEETING_TASKS_HPP

#include <weir/blocking_region.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A blocking region has brought a third worker into a pool of two, and ends, while two tasks are posted that meet. A worker too many leaves, and
/// both tasks get one.
template <class Pool>
struct region_end_vs_meeting_tasks : stage<Pool, 4> {
  static constexpr const char* claim = "I28: the end of a blocking region leaves no task beside an idle worker";
  static constexpr int threads = 2;
  static constexpr int spawned = 7;

  void before() { this->open({.capacity = 2, .extra_workers = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->accepted[0] = this->pool->post([this] {
        blocking_region(*this->pool, [this] { this->post(1); });
        ++this->ran[0].write();
      }) == post_result::accepted;
    } else {
      both.post(0);
      both.post(1);
    }
  }
  void finish() {
    this->pool->wait_idle();
    check<P>(this->pool->stats().workers <= 2, "I1: the further worker leaves after the region");
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  meeting<region_end_vs_meeting_tasks, 2> both{*this};
};

}  // namespace weir::verify::scenarios

#endif
