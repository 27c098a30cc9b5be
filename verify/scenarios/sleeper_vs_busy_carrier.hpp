// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SLEEPER_VS_BUSY_CARRIER_HPP
#define WEIR_VERIFY_SCENARIOS_SLEEPER_VS_BUSY_CARRIER_HPP

#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// One coroutine sleeps. Another one, when it wakes, holds its carrier until the first has woken too: the other carrier, which was
/// parked and not the timekeeper, has to resume it.
///
///     carrier A: is the timekeeper, wakes       carrier B: parks until it is woken
///     carrier A: runs the first due, which waits for the second
///                                               there is no timekeeper: the second sleeps for ever
template <class Pool>
struct sleeper_vs_busy_carrier : stage<Pool, 2> {
  static constexpr const char* claim = "I28: a sleeping task goes on in time though a carrier is busy";
  static constexpr int threads = 1;
  static constexpr int spawned = 5;
  static constexpr budgets budget{.timeouts = 4};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2, .carriers = 2}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] { return first(); }) == post_result::accepted;
    this->accepted[1] = this->pool->post([this] { return second(); }) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> first() {
    co_await sleep_for<P>(std::chrono::milliseconds(1));
    second_is_awake.pass();
    this->task(0)();
  }
  basic_coroutine<void, P> second() {
    co_await sleep_for<P>(std::chrono::milliseconds(2));
    this->task(1)();
    second_is_awake.open();
  }
  gate<P> second_is_awake;
};

}  // namespace weir::verify::scenarios

#endif
