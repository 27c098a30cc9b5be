// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CAPACITY_IS_NEVER_EXCEEDED_HPP
#define WEIR_VERIFY_SCENARIOS_CAPACITY_IS_NEVER_EXCEEDED_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two submitters meet an empty pool with one place. If checking for the place and taking it were two steps, both would pass.
template <class Pool>
struct capacity_is_never_exceeded : stage<Pool, 2> {
  static constexpr const char* claim = "I1: live workers never exceed the capacity";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->post([this, i] {
      check<P>(inside.fetch_add(1, std::memory_order_relaxed) == 0 || callers_run, claim);
      ++this->ran[i].write();
      inside.fetch_sub(1, std::memory_order_relaxed);
    }) == post_result::accepted;
    check<P>(this->pool->stats().workers <= 1, claim);
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;
  static constexpr bool callers_run = Pool::config_type::blocking::when_full == full_reaction::run_here;
  typename P::template atomic<int> inside;
};

}  // namespace weir::verify::scenarios

#endif
