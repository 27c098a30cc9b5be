// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SLEEP_VS_CALL_OFF_HPP
#define WEIR_VERIFY_SCENARIOS_SLEEP_VS_CALL_OFF_HPP

#include <weir/coroutine.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <chrono>
#include <stop_token>

namespace weir::verify::scenarios {

/// A sleep is cancelled before it begins, while it lasts, and when its time has come: the coroutine resumes once, with the reason.
///
///     sleeper: arms its timer          stopper: takes the timer out -> ready
///     carrier: the timer is due -> ready: the coroutine would be in two places
template <class Pool>
struct sleep_vs_call_off : stage<Pool, 1> {
  static constexpr const char* claim = "I33: a sleep that is called off ends once: by the call or by the clock";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.timeouts = 3};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(platform::request_stop<P>(stopper));
    this->accepted[0] = this->pool->post([this] { return sleeper(); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> sleeper() {
    const bool slept = co_await sleep_for<P>(std::chrono::milliseconds(1), stopper.get_token());
    check<P>(slept || platform::stop_requested<P>(stopper.get_token()), claim);
    const bool slept_again = co_await sleep_for<P>(std::chrono::milliseconds(1), std::stop_token());
    check<P>(slept_again, claim);  // no word of the call is left for this one
    this->task(0)();
  }

  std::stop_source stopper;
};

}  // namespace weir::verify::scenarios

#endif
