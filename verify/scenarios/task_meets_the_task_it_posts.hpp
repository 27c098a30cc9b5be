// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TASK_MEETS_THE_TASK_IT_POSTS_HPP
#define WEIR_VERIFY_SCENARIOS_TASK_MEETS_THE_TASK_IT_POSTS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A task posts two more and waits for one of them: with two places, another worker must come for it, whether it is idle, is being
/// started, or is not there yet, and whatever the queue does with tasks that a worker posts.
template <class Pool>
struct task_meets_the_task_it_posts : stage<Pool, 3> {
  static constexpr const char* claim = "I28: a task that waits for the task that it posted is not left alone";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using typename stage<Pool, 3>::P;

  void thread(unsigned) {
    this->open({.capacity = 2});
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      this->accepted[1] = this->pool->post([this] {
        ++this->ran[1].write();
        met.open();
      }) == post_result::accepted;
      this->post(2);
      if (this->accepted[1]) met.pass();
    }) == post_result::accepted;
    this->end_and_check(claim);
  }

  gate<P> met;
};

}  // namespace weir::verify::scenarios

#endif
