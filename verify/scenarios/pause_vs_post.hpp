// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PAUSE_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_PAUSE_VS_POST_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// One thread pauses the pool and looks at a cell, again and again; the other posts tasks that write it. A task that runs, or that begins,
/// while the pause holds is a data race.
///
///     worker: is there a pause? -> no
///     pauser: does a task run? -> no       worker: take, run
///     pauser: the pool stands still        worker: still runs
template <class Pool>
struct pause_vs_post : stage<Pool, 3> {
  static constexpr const char* claim = "I19, I32: no task runs from the return of pause until its guard is gone";
  static constexpr int threads = 2;
  static constexpr int spawned = 5;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) {
      post(1);
      return post(2);
    }
    post(0);
    const auto paused = this->pool->pause();
    for (auto& each : this->ran) static_cast<void>(each.read());
    check<P>(this->pool->stats().running == 0, claim);
    for (auto& each : this->ran) static_cast<void>(each.read());
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;

 private:
  void post(std::size_t i) { this->accepted[i] = this->pool->try_post(this->task(i)) == post_result::accepted; }
};

}  // namespace weir::verify::scenarios

#endif
