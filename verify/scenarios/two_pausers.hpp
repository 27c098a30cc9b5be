// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TWO_PAUSERS_HPP
#define WEIR_VERIFY_SCENARIOS_TWO_PAUSERS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two threads pause at once, for different times, with a task on the way: each must have the pool to itself until its own guard goes,
/// whatever the other does, and both must get it.
///
///     first: resume            second: is a pause held? -> not for long
///     first: wakes a worker    second: believes that nothing runs
template <class Pool>
struct two_pausers : stage<Pool, 2> {
  static constexpr const char* claim = "I19, I32: overlapping pauses hold until the last of them ends";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->try_post(this->task(i)) == post_result::accepted;
    auto paused = this->pool->pause();
    static_cast<void>(this->ran[0].read());
    static_cast<void>(this->ran[1].read());
    paused.resume();
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }
};

}  // namespace weir::verify::scenarios

#endif
