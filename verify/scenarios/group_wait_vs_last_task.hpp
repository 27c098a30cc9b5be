// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_WAIT_VS_LAST_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_WAIT_VS_LAST_TASK_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// A worker and a waiter share two tasks, and the waiter destroys the group as soon as it may: while the worker still holds a request
/// for help, or has just finished the last task.
template <class Pool>
struct group_wait_vs_last_task : stage<Pool, 2> {
  static constexpr const char* claim =
      "I29: a group's wait returns when each of its tasks has run once, and nothing touches the group afterwards";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    std::optional<task_group<Pool>> group;
    group.emplace(*this->pool);
    group->run(this->task(0));
    group->run(this->task(1));
    check<P>(group->wait() == group_result::complete, claim);
    for (const auto& each : this->ran) check<P>(each.read() == 1, claim);
    group.reset();
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
