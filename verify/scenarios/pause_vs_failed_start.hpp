// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PAUSE_VS_FAILED_START_HPP
#define WEIR_VERIFY_SCENARIOS_PAUSE_VS_FAILED_START_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A pool that starts threads beyond its capacity does so for a second task only, when the first one fills it.
template <class Pool>
constexpr std::size_t tasks_that_want_a_thread = Pool::config_type::blocking::when_full == full_reaction::overflow ? 2 : 1;

/// The thread that a post asked for is refused while a pause waits until no worker runs: the failed start makes that true. And the
/// thread that would run the task in the worker's place must not begin while the pause holds.
template <class Pool>
struct pause_vs_failed_start : stage<Pool, tasks_that_want_a_thread<Pool>> {
  static constexpr const char* claim = "I32: a start that fails neither holds up a pause nor works through it";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      for (std::size_t n = 0; n != this->ran.size(); ++n) this->post(n);
      return;
    }
    const auto paused = this->pool->pause();
    for (auto& each : this->ran) static_cast<void>(each.read());
  }
  void finish() { this->end_and_check("I30: a thread that cannot be started loses no task and no count"); }
};

}  // namespace weir::verify::scenarios

#endif
