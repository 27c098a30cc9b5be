// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_AWAITED_GROUP_VS_LAST_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_AWAITED_GROUP_VS_LAST_TASK_HPP

#include <weir/coroutine.hpp>
#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A coroutine waits for a group whose last task ends, or gets another one, at that moment.
///
///     coroutine: finds nothing to do, joins the waiters
///     task:      is the last to end; or adds one, which perhaps no thread is left to run
template <class Pool>
struct awaited_group_vs_last_task : stage<Pool, 3> {
  static constexpr const char* claim = "I5, I33: a coroutine that waits for a group goes on when its last task is over";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = 2, .carriers = 2});
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    this->accepted[1] = this->accepted[2] = this->accepted[0];
    this->pool->wait_idle();
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> waiter() {
    task_group<Pool> group(*this->pool);
    group.run([this, &group] {
      this->task(1)();
      group.run(this->task(2));
    });
    const group_result all = co_await group.finish();
    check<P>(all == group_result::complete && this->ran[1].read() == 1 && this->ran[2].read() == 1, claim);
    this->task(0)();
  }
};

}  // namespace weir::verify::scenarios

#endif
