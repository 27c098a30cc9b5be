// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PAUSE_GIVES_UP_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_PAUSE_GIVES_UP_VS_POST_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/budgets.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// One thread pauses the pool for as long as a task runs, and gives up at any moment; the other posts. No call resumes the pool after that.
///
///     pauser: pause, a task runs
///     poster: post, wakes no worker: the pool is paused
///     pauser: gives up                                     worker: sleeps beside the task
template <class Pool>
struct pause_gives_up_vs_post : stage<Pool, 3> {
  static constexpr const char* claim = "I19, I32: no task runs while a pause holds that came in time";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = 1};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      post(1);
      return post(2);
    }
    post(0);
    const auto paused = this->pool->pause_for(std::chrono::microseconds(1));
    if (!paused) return;
    for (auto& each : this->ran) static_cast<void>(each.read());
    check<P>(this->pool->stats().running == 0, claim);
    for (auto& each : this->ran) static_cast<void>(each.read());
  }
  void finish() {
    this->pool->wait_idle();  // the end of the pool would end the pause
    this->end_and_check("I2: every accepted task runs once, a refused one never");
  }

  using P = typename Pool::platform_type;

 private:
  void post(std::size_t i) { this->accepted[i] = this->pool->try_post(this->task(i)) == post_result::accepted; }
};

}  // namespace weir::verify::scenarios

#endif
