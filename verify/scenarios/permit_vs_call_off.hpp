// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PERMIT_VS_CALL_OFF_HPP
#define WEIR_VERIFY_SCENARIOS_PERMIT_VS_CALL_OFF_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stop_token>

namespace weir::verify::scenarios {

/// A wait for a permit is cancelled as one is released. Either the waiter has it, or it is there for the next.
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
    if (i == 1) {
      stopper.request_stop();
      return stopped.open();
    }
    this->accepted[0] = this->pool->post([this] { return waiter(); }) == post_result::accepted;
    semaphore.release();
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    check<P>(semaphore.try_acquire() == !has_it, claim);
    check<P>(!semaphore.try_acquire(), claim);
  }

  basic_coroutine<void, P> waiter() {
    auto wait = semaphore.acquire(stopper.get_token());
    has_it = co_await wait;
    stopped.pass();
    this->task(0)();
  }

  basic_async_semaphore<P> semaphore{0};
  bool has_it = false;  // read when the task has ended
  // The checker takes all threads for one, so that the end of a callback that is under way is not waited for: the scenario does so itself.
  std::stop_source stopper;
  gate<P> stopped;
};

}  // namespace weir::verify::scenarios

#endif
