// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_HAS_MANY_WAITERS_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_HAS_MANY_WAITERS_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// One thread adds a task and waits, another one only waits; a worker may run the task while both sleep.
template <class Pool>
struct group_has_many_waiters : stage<Pool, 1> {
  static constexpr const char* claim = "I9: the end of a group reaches everybody who waits for it";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    group.emplace(*this->pool);
  }
  void thread(unsigned i) {
    if (i == 0) {
      group->run(this->task(0));
      this->accepted[0] = true;
    }
    check<P>(group->wait() == group_result::complete, claim);
    if (i == 0) check<P>(this->ran[0].read() == 1, claim);
  }
  void finish() {
    group.reset();
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  std::optional<task_group<Pool>> group;
};

}  // namespace weir::verify::scenarios

#endif
