// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GIVEN_TASK_VS_REFUSED_THREAD_HPP
#define WEIR_VERIFY_SCENARIOS_GIVEN_TASK_VS_REFUSED_THREAD_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A task posts another one, for which a worker is started. A further post finds the queue full and gives the new worker that task; then the system
/// refuses the thread. The task must run, but not within the first one, whose post is still under way.
///
///     worker: task 0 posts task 1, starts a worker .................. which is refused: where does task 1 run?
///     submitter:                        queue full: task 1 is given to that worker; task 2 is queued
template <class Pool>
struct given_task_vs_refused_thread : stage<Pool, 3> {
  static constexpr const char* claim =
      "I4, I30: a task that was given to a worker without a thread runs, and not within the task whose post has started it";
  static constexpr int threads = 2;
  static constexpr int spawned = 8;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) return this->post(2);
    this->accepted[0] = this->pool->post([this] {
      outer.write() = &P::slot();
      this->accepted[1] = this->pool->try_post([this] {
        check<P>(outer.read() != &P::slot() || over, claim);
        ++this->ran[1].write();
      }) == post_result::accepted;
      over = true;
      ++this->ran[0].write();
    }) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  typename P::template cell<const void*> outer{nullptr};  // the thread that runs the first task
  bool over = false;  // accessed by that thread only, unless the pool is wrong
};

}  // namespace weir::verify::scenarios

#endif
