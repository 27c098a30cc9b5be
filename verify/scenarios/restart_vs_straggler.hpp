// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESTART_VS_STRAGGLER_HPP
#define WEIR_VERIFY_SCENARIOS_RESTART_VS_STRAGGLER_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <chrono>
#include <optional>

namespace weir::verify::scenarios {

/// A pool is ended and opened again while its first life's worker may still be on its way out and another thread waits for that end.
template <class Pool>
struct restart_vs_straggler : stage<Pool, 2> {
  static constexpr const char* claim = "I16: the lives of a pool do not mix: once ended it opens again, takes a task and runs it";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->join();
    this->post(0);
    auto held = pause_or_not();
    this->pool->shutdown();
    if (choose<P>(2) == 0) {
      check<P>(this->pool->join_for(an_hour), "I15: a join that did not run out of time says so");
      check<P>(this->pool->state() == run_state::stopped && this->pool->restart(), claim);
    } else if (!this->pool->restart()) {
      this->pool->join();
      check<P>(this->pool->restart(), claim);
    }
    check<P>(this->pool->state() == run_state::open && !this->pool->restart(), "I16: an open pool is not opened again");
    held.reset();  // a pause of the life before
    this->post(1);
    check<P>(this->accepted[1] || may_be_full, claim);
    check<P>(this->pool->wait_idle_for(an_hour), "I20: a wait that did not run out of time says so");
    this->pool->shutdown();
    check<P>(this->pool->try_post([] {}) == post_result::closed, "I7: a pool that is closed says so");
  }
  void finish() { this->end_and_check(claim); }

  /// A pause that outlasts its life of the pool.
  auto pause_or_not() {
    std::optional<decltype(this->pool->pause())> held;
    if (choose<P>(2) != 0) held = this->pool->pause();
    return held;
  }

  using P = typename Pool::platform_type;
  static constexpr std::chrono::hours an_hour{1};  // which never passes: no wait of this scenario may expire
  /// A task cannot be handed to a worker that was started early before it is idle.
  static constexpr bool may_be_full = Pool::config_type::hands_over && Pool::config_type::growth::at_start(1) != 0;
};

}  // namespace weir::verify::scenarios

#endif
