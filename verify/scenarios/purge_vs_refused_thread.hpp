// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PURGE_VS_REFUSED_THREAD_HPP
#define WEIR_VERIFY_SCENARIOS_PURGE_VS_REFUSED_THREAD_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A worker that is being started has been given the oldest task of a full queue when a pause begins, and then the thread is refused. The task has not
/// begun, so it is queued: stats() counts it, and purge() takes it back.
///
///     first submitter:  starts a worker ...................................... which is refused
///     second submitter:                  queue full: task 0 is given away; pause            ; stats; purge
template <class Pool>
struct purge_vs_refused_thread : stage<Pool, 2> {
  static constexpr const char* claim =
      "I5, I30: stats() counts a task that was given to a worker without a thread as queued, and purge() takes it back";
  static constexpr int threads = 2;
  static constexpr int spawned = 6;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->try_post(this->task(i)) == post_result::accepted;
    if (i == 0) return all_are_posted.open();
    const auto paused = this->pool->pause();
    all_are_posted.pass();
    std::size_t left = 0;
    for (std::size_t n = 0; n != 2; ++n) left += this->accepted[n] && this->ran[n].read() == 0;
    check<P>(this->pool->stats().queued == left, claim);
    auto taken_back = this->pool->purge();
    check<P>(taken_back.size() == left && this->pool->stats().queued == 0, claim);
    for (auto& task : taken_back) task();
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  gate<P> all_are_posted;
};

}  // namespace weir::verify::scenarios

#endif
