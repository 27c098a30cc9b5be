// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_THROWING_TASK_COSTS_NOTHING_HPP
#define WEIR_VERIFY_SCENARIOS_THROWING_TASK_COSTS_NOTHING_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stdexcept>

namespace weir::verify::scenarios {

/// Throwing tasks in a pool with one place, from two submitters: one throws a std::runtime_error, the other an int. For panic policies that go on.
template <class Pool>
struct throwing_task_costs_nothing : stage<Pool, 3> {
  static constexpr const char* claim = "I18: a throwing task costs no worker, no room and no waiter";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->post([this, i] {
      ++this->ran[i].write();
      if (i == 0) throw std::runtime_error("by design");
      throw 42;
    }) == post_result::accepted;
    if (i == 0) this->post(2);
  }
  void finish() {
    int kept = 0;  // one of them, or each: a policy may keep several
    while (throws()) check<P>(++kept <= 2, once);
    const int thrown = this->ran[0].read() + this->ran[1].read();
    check<P>(kept <= thrown && (kept != 0) == (thrown != 0 && keeps_panic<typename Pool::config_type::panic>), once);
    check<P>(this->pool->stats().running == 0, "I5: nothing runs in an idle pool");
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  static constexpr const char* once = "I18: an exception that is kept is thrown by a wait for the end, once";
  bool throws() {
    try {
      this->pool->wait_idle();
    } catch (const std::runtime_error&) {
      return true;
    } catch (int) {
      return true;
    }
    return false;
  }
};

}  // namespace weir::verify::scenarios

#endif
