// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_CANCEL_VS_RUN_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_CANCEL_VS_RUN_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// One thread adds tasks and waits, another cancels, a worker helps. After the wait a new task must run, and nothing that was dropped may.
template <class Pool>
struct group_cancel_vs_run : stage<Pool, 3> {
  static constexpr const char* claim = "I9: a cancelled group's wait ends; a task runs once or, if it was dropped, never";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    group.emplace(*this->pool);
  }
  void thread(unsigned i) {
    if (i == 1) return group->cancel();
    group->run(this->task(0));
    group->run(this->task(1));
    const group_result r = group->wait();
    before_the_end[0] = this->ran[0].read();
    before_the_end[1] = this->ran[1].read();
    check<P>(before_the_end[0] <= 1 && before_the_end[1] <= 1, claim);
    if (r == group_result::complete) check<P>(before_the_end[0] == 1 && before_the_end[1] == 1, claim);
  }
  void finish() {
    static_cast<void>(group->wait());  // in case cancel came late
    this->pool->wait_idle();
    this->pool->shutdown();
    this->pool->join();
    group->run(this->task(2));  // the pool takes no ticket, so the wait runs it
    check<P>(group->wait() == group_result::complete, claim);
    group.reset();
    this->accepted = {before_the_end[0] == 1, before_the_end[1] == 1, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  std::optional<task_group<Pool>> group;
  int before_the_end[2] = {};
};

}  // namespace weir::verify::scenarios

#endif
