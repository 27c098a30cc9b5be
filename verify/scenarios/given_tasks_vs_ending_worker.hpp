// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GIVEN_TASKS_VS_ENDING_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_GIVEN_TASKS_VS_ENDING_WORKER_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Three idle workers are given tasks one after the other. A post wakes no worker while one that was woken has not looked: that one wakes the next, or
/// a worker that ends takes the next one's task over. The fourth task, for which the others wait, may have to wait for room.
///
///     first: has looked and runs a task                    a worker with a task sleeps for ever
///     first: ends, and takes the task of another one       that one is idle, and the submitter waits
template <class Pool>
struct given_tasks_vs_ending_worker : stage<Pool, 7> {
  static constexpr const char* claim = "I28: no task waits while a worker rests or could be started";
  static constexpr int threads = 1;
  static constexpr int spawned = 5;

  void before() { this->open({.capacity = 3, .carriers = 3}); }
  void thread(unsigned) {
    for (std::size_t i = 0; i != 3; ++i) post_behind(three_posted, i);
    three_posted.open();
    this->pool->wait_idle();
    this->post(3);
    post_behind(last_runs, 4);
    post_behind(last_runs, 5);
    this->accepted[6] = this->pool->post(expected_task(
                            [this] {
                              ++this->ran[6].write();
                              last_runs.open();
                            },
                            [this] { last_runs.open(); })) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  void post_behind(gate<P>& g, std::size_t i) {
    this->accepted[i] = this->pool->post([this, i, &g] {
      g.pass();
      ++this->ran[i].write();
    }) == post_result::accepted;
  }

  gate<P> three_posted;
  gate<P> last_runs;
};

}  // namespace weir::verify::scenarios

#endif
