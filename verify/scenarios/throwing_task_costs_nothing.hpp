// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_THROWING_TASK_COSTS_NOTHING_HPP
#define WEIR_VERIFY_SCENARIOS_THROWING_TASK_COSTS_NOTHING_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stdexcept>

namespace weir::verify::scenarios {

/// Throwing tasks in a pool with one place, from two submitters. For panic policies that go on.
template <class Pool>
struct throwing_task_costs_nothing : stage<Pool, 3> {
  static constexpr const char* claim = "I18: a throwing task costs no worker, no room and no waiter";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->post([this, i] {
      ++this->ran[i].write();
      throw std::runtime_error("by design");
    }) == post_result::accepted;
    if (i == 0) this->post(2);
  }
  void finish() {
    bool kept = false;
    try {
      this->pool->wait_idle();
    } catch (const std::runtime_error&) {
      kept = true;
    }
    check<P>(kept == keeps_panic<typename Pool::config_type::panic>, "I18: an exception that is kept is thrown by the wait for the end, once");
    check<P>(this->pool->stats().running == 0, "I5: nothing runs in an idle pool");
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
