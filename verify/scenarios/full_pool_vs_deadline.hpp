// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FULL_POOL_VS_DEADLINE_HPP
#define WEIR_VERIFY_SCENARIOS_FULL_POOL_VS_DEADLINE_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// The pool is full of tasks that end only when the late submitter has been answered: only its deadline can answer it.
///
///     submitter: joins the line ............ deadline: leaves, `timed_out`, opens the gate
///     worker:    waits at the gate .................................................... goes on
template <class Pool>
struct full_pool_vs_deadline : stage<Pool, 4> {
  static constexpr const char* claim = "I3: a submitter with a deadline is answered when it has come, and not before";
  static constexpr int threads = 1;
  static constexpr int spawned = 6;
  static constexpr budgets budget{.timeouts = 4};  // a worker that is idle before the first task may expire as well

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    for (std::size_t task = 0; task != 3; ++task)
      this->accepted[task] = this->pool->try_post([this, task] {
        answered.pass();
        ++this->ran[task].write();
      }) == post_result::accepted;
    const bool full = this->pool->try_post([] {}) == post_result::full;
    const auto deadline = P::clock::now() + std::chrono::nanoseconds(5);
    const post_result r = this->pool->post_until(deadline, this->task(3));
    this->accepted[3] = r == post_result::accepted;
    check<P>(r != post_result::timed_out || P::clock::now() >= deadline, claim);
    check<P>(!full || r == post_result::timed_out || this->accepted[3], claim);
    answered.open();
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  gate<P> answered;
};

}  // namespace weir::verify::scenarios

#endif
