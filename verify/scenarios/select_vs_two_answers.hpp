// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SELECT_VS_TWO_ANSWERS_HPP
#define WEIR_VERIFY_SCENARIOS_SELECT_VS_TWO_ANSWERS_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/select.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>
#include <stop_token>

namespace weir::verify::scenarios {

/// A coroutine waits for one of two permits, and both are released at once: it goes on once, with one of them or both, and the other is there.
///
///     first:     takes the waiter out of its list, wakes the coroutine
///     coroutine: withdraws the second wait
///     second:    has taken the waiter out of its list
template <class Pool>
struct select_vs_two_answers : stage<Pool, 1> {
  static constexpr const char* claim = "I5, I33: a wait for one of two things ends once, and loses neither";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.timeouts = 2};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return permits[1].release();
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    permits[0].release();
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    check<P>(taken[0] || taken[1], claim);
    for (int i : {0, 1}) check<P>(permits[i].try_acquire() != taken[i] && !permits[i].try_acquire(), claim);
  }

  basic_coroutine<void, P> waiter() {
    const auto [first, second] = co_await select(permits[0].acquire(), permits[1].acquire());
    taken[0] = first.has_value();
    taken[1] = second.has_value();
    const bool slept = co_await sleep_for<P>(std::chrono::milliseconds(1), std::stop_token());
    check<P>(slept, claim);  // no word of an answer is left for this one
    this->task(0)();
  }

  basic_async_semaphore<P> permits[2] = {basic_async_semaphore<P>(0), basic_async_semaphore<P>(0)};
  bool taken[2] = {};  // read when the task has ended
};

}  // namespace weir::verify::scenarios

#endif
