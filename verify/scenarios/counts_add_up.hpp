// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_COUNTS_ADD_UP_HPP
#define WEIR_VERIFY_SCENARIOS_COUNTS_ADD_UP_HPP

#include <weir/policies/observer/counters.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstdint>
#include <type_traits>

namespace weir::verify::scenarios {

/// Posts, some of them refused, while stats() is read; at the end the sums must be right.
template <class Pool>
struct counts_add_up : stage<Pool, 2> {
  static constexpr const char* claim = "I5: at rest workers, tasks and totals add up";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->try_post(this->task(i)) == post_result::accepted;
    const stats s = this->pool->stats();
    check<P>(s.idle <= s.workers && s.workers <= s.capacity, "I5: no count runs ahead of another");
  }
  void finish() {
    this->pool->wait_idle();
    const stats s = this->pool->stats();
    check<P>(s.running == 0 && s.queued == 0 && s.waiting == 0, claim);
    const unsigned taken = this->accepted[0] + this->accepted[1];
    check<P>((s.accepted == taken && s.refused == 2 - taken && s.completed == taken) || !counts, claim);
    const auto told = [](std::uint64_t total, unsigned right) {
      return total == 0 || total == right;
    };  // an observer need not tell everything
    check<P>(told(s.accepted, taken) && told(s.refused, 2 - taken) && told(s.completed, taken) && s.panicked == 0, claim);
    this->end_and_check("I2: every accepted task runs once, a refused one never");
  }

  using P = typename Pool::platform_type;
  static constexpr bool counts = std::is_same_v<typename Pool::config_type::observer, typename observer::counters::template on<P>>;
};

}  // namespace weir::verify::scenarios

#endif
