// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SUSPENDED_TASK_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_SUSPENDED_TASK_VS_STOP_HPP

#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// The pool is stopped while a task sleeps and another one waits for its place. The sleeper is accepted and has begun, so it ends; the
/// other runs or is handed back.
///
///     stop: no worker runs a task -> ended          sleeper: wakes in a pool that is gone
template <class Pool>
struct suspended_task_vs_stop : stage<Pool, 2> {
  static constexpr const char* claim = "I7, I20: a task that sleeps when the pool is stopped runs to its end before the pool does";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.timeouts = 4};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 0) {
      for (std::size_t n : {0, 1}) this->accepted[n] = this->pool->post([this, n] { return sleeper(n); }) == post_result::accepted;
    } else {
      handed_back = this->pool->stop().size();
      this->pool->join();
    }
  }
  void finish() {
    std::size_t ran = 0;
    std::size_t accepted = 0;
    for (std::size_t n : {0, 1}) {
      check<P>(this->ran[n].read() <= 1 && this->ran[n].read() <= this->accepted[n], claim);
      ran += this->ran[n].read();
      accepted += this->accepted[n];
    }
    check<P>(ran + handed_back == accepted, claim);
    this->pool.reset();
  }

  basic_coroutine<void, P> sleeper(std::size_t n) {
    co_await sleep_for<P>(std::chrono::milliseconds(1));
    this->task(n)();
  }
  std::size_t handed_back = 0;
};

}  // namespace weir::verify::scenarios

#endif
