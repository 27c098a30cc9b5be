// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PAUSE_VS_RESIZE_HPP
#define WEIR_VERIFY_SCENARIOS_PAUSE_VS_RESIZE_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A task is posted to a paused pool, whose idle worker is then sent to look around, since it need not stay any more. It must not take
/// the task: the pauser looks at what the task writes, which would be a data race.
///
///     pauser: paused, posts, lowers the minimum             looks
///     worker: parks                              looks around, takes
template <class Pool>
struct pause_vs_resize : stage<Pool, 2> {
  static constexpr const char* claim = "I19, I32: a worker that a resize sends to look around begins nothing while a pause holds";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1, .min_workers = 1}); }
  void thread(unsigned) {
    this->post(0);
    this->pool->wait_idle();
    const auto paused = this->pool->pause();
    this->accepted[1] = this->pool->try_post(this->task(1)) == post_result::accepted;
    this->pool->resize(0, 1);
    for (auto& each : this->ran) static_cast<void>(each.read());
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }
};

}  // namespace weir::verify::scenarios

#endif
