// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TWO_TASKS_THROW_AT_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_TWO_TASKS_THROW_AT_ONCE_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stdexcept>

namespace weir::verify::scenarios {

/// Two workers run tasks that throw, at the same time, while each submitter waits for the pool: several threads are in the panic policy at
/// once, and the exception that it keeps for the waiters is asked for meanwhile.
///
///     worker: keep the first? -> none yet       other worker: keep the first? -> none yet
///     worker: keeps its own                     other worker: keeps its own: one is lost
template <class Pool>
struct two_tasks_throw_at_once : stage<Pool, 2> {
  static constexpr const char* claim = "I18: tasks that throw at once are told one by one, and what is kept of them is thrown by a wait";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) { post_and_wait(i); }
  template <class... Context>
  void post_and_wait(unsigned i, Context... context) {
    const auto throws = [this, i] {
      ++this->ran[i].write();
      throw std::runtime_error("by design");
    };
    this->accepted[i] = this->pool->post(throws, context...) == post_result::accepted;
    heard[i] = hear();
  }
  void finish() {
    int all = heard[0] + heard[1];
    while (hear()) check<P>(++all <= 2, claim);
    const int thrown = this->ran[0].read() + this->ran[1].read();
    const bool keeps = keeps_panic<typename Pool::config_type::panic> && thrown != 0;
    check<P>(all <= thrown && (all != 0) == keeps, claim);
    this->end_and_check("I2: every accepted task runs once, a refused one never");
  }

  using P = typename Pool::platform_type;

 private:
  bool hear() {
    try {
      this->pool->wait_idle();
    } catch (const std::runtime_error&) {
      return true;
    }
    return false;
  }
  bool heard[2] = {};  // each written by one thread, read after both have ended
};

}  // namespace weir::verify::scenarios

#endif
