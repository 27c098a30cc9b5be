// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_WAITING_THREAD_VS_CALL_OFF_HPP
#define WEIR_VERIFY_SCENARIOS_WAITING_THREAD_VS_CALL_OFF_HPP

#include <weir/async_semaphore.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <chrono>
#include <stop_token>

namespace weir::verify::scenarios {

/// Two waits of a thread for a permit: the first one is stopped as a permit is released, and the time of the second one is over then. Either the thread
/// has the permit, or it is there for the next.
///
///     waiter:  its time is over; it returns, and its object is gone
///     release: has taken the waiter out of the list, and wakes it
template <class P>
struct waiting_thread_vs_call_off {
  static constexpr const char* claim = "I5, I33: a thread's wait for a permit ends once, and no permit is lost by it";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr budgets budget{.timeouts = 1};
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 0) return wait_twice();
    if (i == 1) {
      platform::request_stop<P>(stopper);
      late.release();
    } else {
      early.release();
    }
  }
  void wait_twice() {
    if (early.acquire(stopper.get_token()).wait()) ++taken_early;
    if (late.acquire().wait_for(std::chrono::microseconds(1))) ++taken_late;
  }
  void finish() {
    check<P>(early.try_acquire() == (taken_early == 0) && !early.try_acquire(), claim);
    check<P>(late.try_acquire() == (taken_late == 0) && !late.try_acquire(), claim);
  }

  basic_async_semaphore<P> early{0};
  basic_async_semaphore<P> late{0};
  std::stop_source stopper;
  int taken_early = 0;
  int taken_late = 0;
};

}  // namespace weir::verify::scenarios

#endif
