// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CANCEL_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_CANCEL_VS_STOP_HPP

#include <weir/cancellable_future.hpp>
#include <weir/post_result.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <atomic>
#include <cstddef>

namespace weir::verify::scenarios {

/// Of two tasks one is cancelled while the pool is stopped and destroys what it hands back: both futures are answered, and the last of the two that
/// have a task frees it. One task alone, which is cancelled or not, has few enough executions to see them all.
template <class Pool, std::size_t Tasks = 2>
struct cancel_vs_stop : stage<Pool, Tasks> {
  static constexpr const char* name = Tasks == 1 ? "cancel_vs_stop_of_one_task" : "cancel_vs_stop";
  static constexpr const char* claim = "I9: a task whose pool hands it back completes its future, cancelled or not";
  static constexpr int threads = 2;
  static constexpr int spawned = static_cast<int>(Tasks);

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      // [STAGE] relaxed: that it is seen is what decides, not what came before.
      cancels.store(true, std::memory_order_relaxed);
      return static_cast<void>(this->pool->stop());
    }
    std::array<cancellable_future<void, P>, Tasks> answers;
    for (std::size_t n = 0; n != Tasks; ++n) answers[n] = submit_cancellable(*this->pool, this->task(n));
    // [STAGE] relaxed: as above.
    if (Tasks != 1 || cancels.load(std::memory_order_relaxed)) answers[0].cancel();
    for (std::size_t n = 0; n != Tasks; ++n) await(answers[n], n);
  }
  void await(cancellable_future<void, P>& f, std::size_t i) {
    try {
      f.get();
      this->accepted[i] = true;
    } catch (const not_run& e) {
      check<P>(e.reason() == post_result::cancelled || e.reason() == post_result::closed, claim);
    }
  }
  void finish() { this->end_and_check(claim); }

  typename P::template atomic<bool> cancels{false};
};

}  // namespace weir::verify::scenarios

#endif
