// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SURPLUS_WORKER_VS_ITS_OWN_POSTS_HPP
#define WEIR_VERIFY_SCENARIOS_SURPLUS_WORKER_VS_ITS_OWN_POSTS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two workers are busy, and one of them has posted a task, when the pool shrinks to one. Whichever leaves, the other finds the task.
template <class Pool>
struct surplus_worker_vs_its_own_posts : stage<Pool, 3> {
  static constexpr const char* claim = "I28: what a worker posted is not left lying when the worker leaves";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;

  using typename stage<Pool, 3>::P;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      this->post(2);
    }) == post_result::accepted;
    this->post(1);
    this->pool->resize(0, 1);
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
