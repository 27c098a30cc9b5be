// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_STARTING_SEARCHER_VS_IDLE_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_STARTING_SEARCHER_VS_IDLE_WORKER_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A second worker is started for a task, and its `on_start` does not return before the next task runs. The first worker is done with its own task,
/// and perhaps with the other one, when that next task is posted: the search of the second worker must not keep the first one asleep.
///
///     submitter: task 1 -> starts a worker, which searches          task 2: a worker searches already, so none is woken
///     worker:                               takes task 1; is idle
///     new worker:                           on_start .......................................................... waits for task 2
template <class Pool>
struct starting_searcher_vs_idle_worker : stage<Pool, 3> {
  static constexpr const char* claim = "I28: no task waits beside an idle worker for the hooks of another one";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() {
    options o{.capacity = 2};
    o.on_start = [this] {
      if (is_first()) return;
      last_runs.pass();
    };
    this->open(o);
  }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      first_runs.open();
    }) == post_result::accepted;
    first_runs.pass();
    this->post(1);
    this->accepted[2] = this->pool->post([this] {
      ++this->ran[2].write();
      last_runs.open();
    }) == post_result::accepted;
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;

 private:
  bool is_first() {
    typename P::unique_lock lock(mutex);
    return started.write()++ == 0;
  }
  typename P::mutex mutex;
  typename P::template cell<int> started;
  gate<P> first_runs, last_runs;
};

}  // namespace weir::verify::scenarios

#endif
