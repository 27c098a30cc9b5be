// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_TIMED_WAIT_VS_RUN_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_TIMED_WAIT_VS_RUN_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>
#include <optional>

namespace weir::verify::scenarios {

/// A task of a group on a closed pool adds another one and waits for it, so that one of two other waiters must run it. The time of one of them is over
/// then.
///
///     task:        adds a task, tells the waiter that has a deadline
///     that waiter: its time is over; leaves
///     the other:   sleeps
template <class Pool>
struct group_timed_wait_vs_run : stage<Pool, 2> {
  static constexpr const char* claim = "I2, I9: a wait for a group whose time is over strands no task and loses no other wait";
  static constexpr int threads = 3;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.timeouts = 2};

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1});
    this->pool->shutdown();
    group.emplace(*this->pool);
    group->run([this] {
      begun.open();
      group->run([this] {
        this->task(1)();
        done.open();
      });
      done.pass();
      this->task(0)();
    });
  }
  void thread(unsigned i) {
    if (i == 0) return check<P>(group->wait() == group_result::complete, claim);
    begun.pass();
    if (i == 1) return check<P>(group->wait() == group_result::complete, claim);
    static_cast<void>(group->wait_for(std::chrono::microseconds(1)));
  }
  void finish() {
    check<P>(group->wait() == group_result::complete, claim);
    group.reset();
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  std::optional<task_group<Pool>> group;
  gate<P> begun, done;
};

}  // namespace weir::verify::scenarios

#endif
