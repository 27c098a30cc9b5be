// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CANCEL_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_CANCEL_VS_STOP_HPP

#include <weir/cancellable_future.hpp>
#include <weir/post_result.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// Of two tasks one is cancelled while the pool is stopped and destroys what it hands back: both futures are answered, and the last of the two that
/// have a task frees it.
template <class Pool>
struct cancel_vs_stop : stage<Pool, 2> {
  static constexpr const char* claim = "I9: a task whose pool hands it back completes its future, cancelled or not";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(this->pool->stop());
    auto first = submit_cancellable(*this->pool, this->task(0));
    auto second = submit_cancellable(*this->pool, this->task(1));
    first.cancel();
    await(first, 0);
    await(second, 1);
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
};

}  // namespace weir::verify::scenarios

#endif
