// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_BULK_POST_WAKES_ENOUGH_HPP
#define WEIR_VERIFY_SCENARIOS_BULK_POST_WAKES_ENOUGH_HPP

#include <weir/bulk_result.hpp>
#include <weir/task.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <cstddef>

namespace weir::verify::scenarios {

/// Two tasks that end only together, posted by one call, and a capacity of two. Workers are woken for both together, and a queue with room
/// for one must be emptied before the second fits: a submitter that waits between the two must have woken a worker for the first.
template <class Pool>
struct bulk_post_wakes_enough : stage<Pool, 3> {
  static constexpr const char* claim = "I28: tasks that are posted together all get workers";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    this->post(2);
    std::array<weir::task, 2> tasks{weir::task(both.task(0)), weir::task(both.task(1))};
    const bulk_result all = this->pool->post_bulk(tasks);
    for (std::size_t i = 0; i != 2; ++i) {
      this->accepted[i] = i < all.accepted;
      tasks[i].reset();  // what was not accepted will not come
    }
  }
  void finish() { this->end_and_check(claim); }

  meeting<stage<Pool, 3>> both{*this};
};

}  // namespace weir::verify::scenarios

#endif
