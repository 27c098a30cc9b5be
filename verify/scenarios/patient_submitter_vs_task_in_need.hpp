// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PATIENT_SUBMITTER_VS_TASK_IN_NEED_HPP
#define WEIR_VERIFY_SCENARIOS_PATIENT_SUBMITTER_VS_TASK_IN_NEED_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A submitter waits until half of a long queue is empty, and the only worker takes a task that needs the submitter first. For a queue of
/// `Places` places; with fewer than four it waits for any room, and no clock ends its wait.
///
///     submitter: full; waits for half      worker: takes one of four: not half, so it wakes no submitter; waits for that one
template <class Pool, std::size_t Places = 4>
struct patient_submitter_vs_task_in_need : stage<Pool, Places + 2> {
  static constexpr const char* claim = "I3: a submitter that waits for room hears of any room after a while";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;
  static constexpr budgets budget{.timeouts = Places < 4 ? 0 : 1};

  using typename stage<Pool, Places + 2>::P;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return held.open();
    post_that(0, [this] {
      begun.open();
      held.pass();
    });
    begun.pass();
    post_that(1, [this] { needed.pass(); });
    for (std::size_t n = 2; n != Places + 2; ++n) this->post(n);
    needed.open();
  }
  void finish() {
    for (const bool taken : this->accepted) check<P>(taken, "I3: blocking::wait accepts every task of an open pool");
    this->end_and_check(claim);
  }

  template <class F>
  void post_that(std::size_t n, F f) {
    this->accepted[n] = this->pool->post([this, n, f] {
      ++this->ran[n].write();
      f();
    }) == post_result::accepted;
  }

  gate<P> begun;
  gate<P> held;
  gate<P> needed;
};

}  // namespace weir::verify::scenarios

#endif
