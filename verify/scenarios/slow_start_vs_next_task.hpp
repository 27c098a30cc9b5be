// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SLOW_START_VS_NEXT_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_SLOW_START_VS_NEXT_TASK_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A worker is started for a task, and its `on_start` does not return before the next task has run. The pool may have another worker.
///
///     submitter:  task 0 -> starts a worker, which searches    task 1: one task more than new workers that search -> starts another one
///     worker:                                       on_start .................................................... waits for task 1
///     new worker:                                                                            on_start returns; takes task 0, then task 1
template <class Pool>
struct slow_start_vs_next_task : stage<Pool, 2> {
  static constexpr const char* claim = "I28: no task waits for the hooks of a worker while another one could be started";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() {
    options o{.capacity = 2};
    o.on_start = [this] {
      if (is_first()) last_runs.pass();
    };
    this->open(o);
  }
  void thread(unsigned) {
    this->post(0);
    this->accepted[1] = this->pool->post([this] {
      ++this->ran[1].write();
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
  gate<P> last_runs;
};

}  // namespace weir::verify::scenarios

#endif
