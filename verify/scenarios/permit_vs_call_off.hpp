// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PERMIT_VS_CALL_OFF_HPP
#define WEIR_VERIFY_SCENARIOS_PERMIT_VS_CALL_OFF_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stop_token>

namespace weir::verify::scenarios {

/// A wait for a permit is cancelled as one is released. Either the waiter has it, or it is there for the next. A second wait by the same object
/// hears of the stop too.
///
///     release: takes the waiter out of the queue, gives it the permit
///     stop:    the waiter answers that it has none; the permit is lost
template <class Pool>
struct permit_vs_call_off : stage<Pool, 1> {
  static constexpr const char* claim = "I5, I33: a wait for a permit ends once, and no permit is lost by it";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(platform::request_stop<P>(stopper));
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    semaphore.release();
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    check<P>(taken <= 1 && semaphore.try_acquire() == (taken == 0), claim);
    check<P>(!semaphore.try_acquire(), claim);
  }

  basic_coroutine<void, P> waiter() {
    auto wait = semaphore.acquire(stopper.get_token());
    if (co_await wait) ++taken;
    if (co_await wait) ++taken;
    this->task(0)();
  }

  basic_async_semaphore<P> semaphore{0};
  int taken = 0;  // read when the task has ended
  std::stop_source stopper;
};

}  // namespace weir::verify::scenarios

#endif
