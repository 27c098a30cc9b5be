// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_MANY_STOPPERS_HPP
#define WEIR_VERIFY_SCENARIOS_MANY_STOPPERS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two threads end the pool at once, and a task of it may do so as well. One of them may leave that to the other and only wait.
template <class Pool>
struct many_stoppers : stage<Pool, 1> {
  static constexpr const char* claim = "I10: ending a pool is idempotent and may be done by several at once, a task included";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() {
    this->open({.capacity = 1});
    this->accepted[0] = this->pool->try_post([this] {
      ++this->ran[0].write();
      if (choose<P>(2) == 0) static_cast<void>(this->pool->stop());
    }) == post_result::accepted;
  }
  void thread(unsigned i) {
    if (i == 1)
      handed_back = !this->pool->stop().empty();
    else if (choose<P>(2) == 0)
      this->pool->shutdown();
    this->pool->join();
    check<P>(this->pool->state() == run_state::stopped, "I10: every join() returns after the end, none before");
    check<P>(this->pool->stats().workers == 0, "I15: no worker is left after join");
  }
  void finish() {
    if (handed_back) this->accepted[0] = false;
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  bool handed_back = false;
};

}  // namespace weir::verify::scenarios

#endif
