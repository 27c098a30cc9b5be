// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_HELPER_VS_ITS_TURN_HPP
#define WEIR_VERIFY_SCENARIOS_HELPER_VS_ITS_TURN_HPP

#include <weir/cancellable_future.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A task submits another one to its own pool and waits for it, while a second worker or a thread that stops the pool takes that one.
///
///     first worker:  the other task has not begun
///     second worker: the other task has not begun; runs it
///     first worker:  runs it
template <class Pool>
struct helper_vs_its_turn : stage<Pool, 2> {
  static constexpr const char* claim = "I5, I9, I21: a task that waits for another one of its pool has its result, and that one runs once";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) {
      submitted.pass();
      return static_cast<void>(this->pool->purge());
    }
    this->accepted[0] = this->pool->post([this] {
      auto inner = submit_cancellable(*this->pool, this->task(1));
      submitted.open();
      try {
        inner.help_and_get();
        this->accepted[1] = true;
      } catch (const not_run& why) {
        check<P>(why.reason() == post_result::cancelled, claim);
      }
      this->task(0)();
    }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() { this->end_and_check(claim); }

  gate<P> submitted;
};

}  // namespace weir::verify::scenarios

#endif
