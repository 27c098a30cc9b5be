// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LATE_SEARCHER_VS_MEETING_TASKS_HPP
#define WEIR_VERIFY_SCENARIOS_LATE_SEARCHER_VS_MEETING_TASKS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A woken worker searches, finds that another one was faster, and is about to park. Two tasks that end only together are posted just then;
/// their posts wake no worker, because one is searching. So the searching worker must see to both.
template <class Pool>
struct late_searcher_vs_meeting_tasks : stage<Pool, 4> {
  static constexpr const char* claim = "I28: no task waits while a worker rests or could be started";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;
  static constexpr effort work{.surw = 40'000, .pct3 = 20'000};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    this->post(2);
    this->accepted[3] = this->pool->post(expected_task(
                            [this] {
                              ++this->ran[3].write();
                              taken.open();
                            },
                            [this] { taken.open(); })) == post_result::accepted;
    taken.pass();
    both.post(0);
    both.post(1);
  }
  void finish() { this->end_and_check(claim); }

  gate<typename Pool::platform_type> taken;
  meeting<stage<Pool, 4>> both{*this};
};

}  // namespace weir::verify::scenarios

#endif
