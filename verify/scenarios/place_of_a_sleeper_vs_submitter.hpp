// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PLACE_OF_A_SLEEPER_VS_SUBMITTER_HPP
#define WEIR_VERIFY_SCENARIOS_PLACE_OF_A_SLEEPER_VS_SUBMITTER_HPP

#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// The only place belongs to a sleeping task, which holds no thread. A submitter waits for the place, and gets it when that task has ended,
/// not before.
///
///     sleeper: begins, sleeps          submitter: no place -> waits
///     sleeper: ends, its place is free, and wakes no submitter: that one waits for ever
template <class Pool>
struct place_of_a_sleeper_vs_submitter : stage<Pool, 3> {
  static constexpr const char* claim = "I1, I3: a task that sleeps keeps its place, and whoever waits for the place gets it at the end";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.timeouts = 5};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 2}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->post([this, i] { return sleeper(i); }) == post_result::accepted;
    if (i == 0) this->accepted[2] = this->pool->post([this] { return sleeper(2); }) == post_result::accepted;
  }
  void finish() {
    check<P>(this->accepted[0] && this->accepted[1] && this->accepted[2], claim);
    this->end_and_check(claim);
  }

  basic_coroutine<void, P> sleeper(std::size_t n) {
    check<P>(++in_flight.write() == 1, claim);
    co_await sleep_for<P>(std::chrono::milliseconds(1));
    --in_flight.write();
    this->task(n)();
  }
  typename P::template cell<int> in_flight;  // a race, if two were in flight
};

}  // namespace weir::verify::scenarios

#endif
