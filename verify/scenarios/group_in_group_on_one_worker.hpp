// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_IN_GROUP_ON_ONE_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_IN_GROUP_ON_ONE_WORKER_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The only worker runs a task with a group, one of whose tasks has a group again. If a wait parked instead of running tasks, it would wait
/// for itself.
template <class Pool>
struct group_in_group_on_one_worker : stage<Pool, 3> {
  static constexpr const char* claim = "I21: waits for groups inside groups end, on one worker";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      task_group<Pool> outer(*this->pool);
      outer.run([this] {
        ++this->ran[1].write();
        task_group<Pool> inner(*this->pool);
        inner.run(this->task(2));
        static_cast<void>(inner.wait());
        check<P>(this->ran[2].read() == 1, claim);
      });
      static_cast<void>(outer.wait());
    }) == post_result::accepted;
  }
  void finish() {
    this->accepted[1] = this->accepted[2] = this->accepted[0];
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
