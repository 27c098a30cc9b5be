// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESUME_VS_MEETING_TASKS_HPP
#define WEIR_VERIFY_SCENARIOS_RESUME_VS_MEETING_TASKS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two tasks that end only together are posted during a pause, when posts wake no worker. The end of the pause wakes one worker, which
/// must see to the other task before it begins its own, whatever the wake policy.
template <class Pool>
struct resume_vs_meeting_tasks : stage<Pool, 2> {
  static constexpr const char* claim = "I28: the end of a pause brings a worker to each task that came in it";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    const auto paused = this->pool->pause();
    for (std::size_t i : {0u, 1u})
      this->accepted[i] = this->pool->post([this, i] {
        arrived[i].open();
        arrived[1 - i].pass();
        ++this->ran[i].write();
      }) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  std::array<gate<typename Pool::platform_type>, 2> arrived;
};

}  // namespace weir::verify::scenarios

#endif
