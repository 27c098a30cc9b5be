// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_STOP_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/pool.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// A light worker's task goes to a pool of threads as that is stopped: it runs there, or gets the answer and resumes in its own pool.
///
///     coroutine: is posted to the other pool
///     stop:      takes the post back and destroys it
template <class Pool>
struct scheduled_coroutine_vs_stop : stage<Pool, 2> {
  static constexpr const char* claim = "I7, I33: a coroutine that went to another pool goes on, there or at home, once";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1, .carriers = 1});
    other.emplace(options{.capacity = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      other->stop().clear();
      return other->join();
    }
    for (std::size_t n : {0, 1}) this->accepted[n] = this->pool->post([this, n] { return moving_task(n); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    other.reset();
  }

  basic_coroutine<void, P> moving_task(std::size_t n) {
    const post_result there = co_await other->schedule();
    const bool at_home = engine::task_frame<P>::innermost()->frames != nullptr;  // where its carriers lend it theirs
    check<P>(at_home ? there == post_result::cancelled || there == post_result::closed : there == post_result::accepted, claim);
    this->task(n)();
  }

  std::optional<weir::pool<P>> other;
};

}  // namespace weir::verify::scenarios

#endif
