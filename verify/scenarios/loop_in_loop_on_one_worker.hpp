// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_IN_LOOP_ON_ONE_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_IN_LOOP_ON_ONE_WORKER_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The only worker runs a task with a loop, one of whose elements has a loop again. A caller that only waited would wait for itself.
template <class Pool>
struct loop_in_loop_on_one_worker : stage<Pool, 4> {
  static constexpr const char* claim = "I21: loops inside loops end, on one worker";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    const bool runs = this->pool->post([this] {
      ++this->ran[0].write();
      for_each_index(*this->pool, 0, 2, [this](int i) {
        if (i == 1) return ++this->ran[1].write(), void();
        for_each_index(*this->pool, 2, 4, [this](int n) { ++this->ran[static_cast<std::size_t>(n)].write(); });
        check<P>(this->ran[2].read() == 1 && this->ran[3].read() == 1, claim);
      });
      check<P>(this->ran[1].read() == 1, claim);
    }) == post_result::accepted;
    this->accepted = {runs, runs, runs, runs};
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
