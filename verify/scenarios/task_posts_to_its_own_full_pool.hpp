// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TASK_POSTS_TO_ITS_OWN_FULL_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_TASK_POSTS_TO_ITS_OWN_FULL_POOL_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The only worker runs a task that posts twice to its own pool. If it waited for room, it would wait for itself.
template <class Pool>
struct task_posts_to_its_own_full_pool : stage<Pool, 3> {
  static constexpr const char* claim = "I21: a task that posts to its own full pool is answered";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;
  static constexpr effort work{.graphs = few_graphs_of_a_pool};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      this->post(1);
      this->post(2);
    }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
