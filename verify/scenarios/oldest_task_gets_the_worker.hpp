// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OLDEST_TASK_GETS_THE_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_OLDEST_TASK_GETS_THE_WORKER_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/probes.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A task more than the queue holds, while the only worker is on its way: the worker is given a task directly.
///
///     submitter: push the last -> full; gives the worker a task     worker: woken .... runs the task that it was given
template <class Pool>
struct oldest_task_gets_the_worker : stage<Pool, 3> {
  static constexpr const char* claim = "I13: tasks begin in the order of the queue, also those that a worker was given directly";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;
  static constexpr effort work{.graphs = few_graphs_of_a_pool};

  void before() {
    room = room_of<Pool>(2);
    in_order = first_in_first_out<Pool>();
    this->open({.capacity = 1});
  }
  void thread(unsigned) {
    for (std::size_t n = 0; n != room + 1; ++n) {
      const auto t = [this, n] {
        check<P>(!in_order || last.read() < static_cast<int>(n), claim);
        last.write() = static_cast<int>(n);
        ++this->ran[n].write();
      };
      this->accepted[n] = this->pool->try_post(t) == post_result::accepted;
    }
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  std::size_t room = 0;
  bool in_order = false;
  typename P::template cell<int> last{-1};
};

}  // namespace weir::verify::scenarios

#endif
