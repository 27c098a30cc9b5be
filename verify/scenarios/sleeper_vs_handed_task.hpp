// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SLEEPER_VS_HANDED_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_SLEEPER_VS_HANDED_TASK_HPP

#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// A coroutine sleeps, and a task is posted that waits for it. The worker that gets the task may be the timekeeper.
///
///     timekeeper: is given the task, waits       no worker keeps the time: the coroutine sleeps for ever
template <class Pool>
struct sleeper_vs_handed_task : stage<Pool, 2> {
  static constexpr const char* claim = "I28: a sleeping coroutine goes on in time though whoever kept the time got a task";
  static constexpr int threads = 1;
  static constexpr int spawned = 5;
  static constexpr budgets budget{.timeouts = 4};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2, .carriers = 2}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] { return sleeper(); }) == post_result::accepted;
    this->accepted[1] = this->pool->post([this] {
      awake.pass();
      ++this->ran[1].write();
    }) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> sleeper() {
    co_await sleep_for<P>(std::chrono::milliseconds(1));
    this->task(0)();
    awake.open();
  }
  gate<P> awake;
};

}  // namespace weir::verify::scenarios

#endif
