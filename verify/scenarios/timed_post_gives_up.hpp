// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TIMED_POST_GIVES_UP_HPP
#define WEIR_VERIFY_SCENARIOS_TIMED_POST_GIVES_UP_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A submitter that waits for room with a deadline, against the room, the deadline and the next submitter.
template <class Pool>
struct timed_post_gives_up : stage<Pool, 4> {
  static constexpr const char* claim = "I3: a submitter that gives up passes its call on to the next in line";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = 1};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      this->post(1);
      this->post(2);
      check<P>((this->accepted[1] && this->accepted[2]) || !unlimited, "I3: blocking::wait accepts every task of an open pool");
      return;
    }
    for (std::size_t task : {0u, 3u}) {
      const post_result r = this->pool->post_for(std::chrono::nanoseconds(1), this->task(task));
      check<P>(r == post_result::accepted || r == post_result::timed_out || !unlimited, claim);
      this->accepted[task] = r == post_result::accepted;
    }
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  static constexpr bool unlimited = Pool::config_type::blocking::admits(1000);
};

}  // namespace weir::verify::scenarios

#endif
