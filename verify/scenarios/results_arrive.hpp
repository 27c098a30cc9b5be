// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESULTS_ARRIVE_HPP
#define WEIR_VERIFY_SCENARIOS_RESULTS_ARRIVE_HPP

#include <weir/future.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The future of a submitted task against stop(): whatever happens, the waiter is answered.
template <class Pool>
struct results_arrive : stage<Pool, 1> {
  static constexpr const char* claim = "I9: a future always completes: with the value, or with why there is none";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = this->pool->stop().size();
      return;
    }
    auto answer = this->pool->submit([this] { return ++this->ran[0].write(); });
    try {
      check<P>(answer.get() == 1 && this->ran[0].read() == 1, claim);
      this->accepted[0] = true;
    } catch (const not_run& e) {
      const post_result why = e.reason();
      cancelled = why == post_result::cancelled;
      check<P>(why == post_result::closed || why == post_result::cancelled || (may_be_full && why == post_result::full), claim);
    }
  }
  void finish() {
    check<P>(handed_back == (cancelled ? 1 : 0) || drops, "I9: cancelled is what is said of a task that was handed back, and of no other");
    this->end_and_check(claim);
  }

  std::size_t handed_back = 0;
  bool cancelled = false;

  using P = typename Pool::platform_type;
  static constexpr full_reaction when_full = Pool::config_type::blocking::when_full;
  static constexpr bool drops = when_full == full_reaction::drop_new || when_full == full_reaction::drop_old;
  /// A task cannot be handed to a worker that was started early before it is idle.
  static constexpr bool may_be_full = Pool::config_type::hands_over && Pool::config_type::growth::at_start(1) != 0;
};

}  // namespace weir::verify::scenarios

#endif
