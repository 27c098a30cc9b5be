// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_DEADLINE_VS_RUN_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_DEADLINE_VS_RUN_HPP

#include <weir/coroutine.hpp>
#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>
#include <weir/within.hpp>

#include <chrono>
#include <optional>

namespace weir::verify::scenarios {

/// A task of a group adds another one and waits for it, so that one of two coroutines that wait for the group must run it. The time of one of them is
/// over then.
///
///     task:           adds a task, tells the coroutine that has a deadline
///     that coroutine: its time is over; goes on
///     the other:      is suspended
template <class Pool>
struct group_deadline_vs_run : stage<Pool, 2> {
  static constexpr const char* claim = "I2, I33: a coroutine whose time for a group is over strands no task and loses no other wait";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;  // a timeout may be a worker's that leaves and is replaced
  static constexpr budgets budget{.timeouts = 2};

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 2, .carriers = 2});
    group.emplace(*this->pool);
  }
  void thread(unsigned i) {
    if (i == 1) {
      group->run([this] {
        begun.open();
        group->run([this] {
          this->task(1)();
          done.open();
        });
        done.pass();
        this->task(0)();
      });
      return check<P>(group->wait() == group_result::complete, claim);
    }
    begun.pass();
    check<P>(this->pool->post([this] { return with_a_deadline(); }) == post_result::accepted, claim);
    check<P>(this->pool->post([this] { return to_its_end(); }) == post_result::accepted, claim);
    this->pool->wait_idle();
  }
  void finish() {
    check<P>(group->wait() == group_result::complete, claim);
    group.reset();
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  basic_coroutine<void, P> with_a_deadline() {
    const bool over = co_await within(std::chrono::milliseconds(1), *group);
    check<P>(!over || this->ran[1].read() == 1, claim);
  }
  basic_coroutine<void, P> to_its_end() {
    const group_result all = co_await group->finish();
    check<P>(all == group_result::complete && this->ran[1].read() == 1, claim);
  }

  std::optional<task_group<Pool>> group;
  gate<P> begun, done;
};

}  // namespace weir::verify::scenarios

#endif
