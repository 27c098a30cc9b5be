// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REGION_VS_REFUSED_THREAD_HPP
#define WEIR_VERIFY_SCENARIOS_REGION_VS_REFUSED_THREAD_HPP

#include <weir/blocking_region.hpp>
#include <weir/this_task.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A worker waits in a blocking region for a task that it has posted, and for one that another thread posts, and the system may refuse the threads that
/// are to run them. Then the thread that wanted to start one runs the task: no other worker lives that could.
template <class Pool>
struct region_vs_refused_thread : stage<Pool, 3> {
  static constexpr const char* claim = "I30: a task for which a blocking region waits runs though no thread can be started";
  static constexpr int threads = 2;
  static constexpr int spawned = 8;
  static constexpr budgets budget{.spawn_faults = 2};

  void before() { this->open({.capacity = 1, .extra_workers = 1}); }
  void thread(unsigned i) {
    if (i == 1) return open_after(1, 2);
    this->accepted[0] = this->pool->post([this] {
      if (this_worker::number<P>()) {
        blocking_region(*this->pool, [this] {
          open_after(0, 1);
          if (this->accepted[1]) has_run[0].pass();
          has_run[1].pass();
        });
      }
      ++this->ran[0].write();
    }) == post_result::accepted;
  }
  void finish() {
    this->pool->wait_idle();
    const stats now = this->pool->stats();
    check<P>(now.workers <= 1 && now.running == 0 && now.blocked == 0, claim);
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  void open_after(std::size_t gate, std::size_t i) {
    this->accepted[i] = this->pool->post([this, gate, i] {
      ++this->ran[i].write();
      has_run[gate].open();
    }) == post_result::accepted;
  }

  std::array<gate<P>, 2> has_run;
};

}  // namespace weir::verify::scenarios

#endif
