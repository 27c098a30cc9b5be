// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_STANDING_THREAD_VS_THE_OTHER_HPP
#define WEIR_VERIFY_SCENARIOS_STANDING_THREAD_VS_THE_OTHER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Two threads push, take and push. Either may stand still at any point for as long as the other runs: a search with few preemptions does just
/// that. A push or a take that goes round until the other has moved is a livelock, because an execution has only so many steps.
///
///     pusher: claims a slot
///     pusher: stands still             taker: is the slot filled? -> no, and again, and again
template <class Queue, class P>
struct standing_thread_vs_the_other {
  static constexpr const char* claim = "I31: a push and a take end after so many steps of their own, wherever another thread stands";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;
  static constexpr effort work{.bound = 3, .depth = 300};
  static constexpr identical_threads identical{0, 1};
  static constexpr bool no_loop_waits = true;

  void thread(unsigned i) {
    push(i, 0);
    int item = 0;
    taken[i] += queue.try_pop(item);
    push(i, 1);
  }
  void finish() {
    int left = 0;
    for (int item = 0; queue.try_pop(item);) ++left;
    check<P>(taken[0] + taken[1] + left == pushed[0] + pushed[1], "I6: every item leaves the queue once");
  }
  void push(unsigned i, int n) {
    int item = static_cast<int>(2 * i) + n;
    pushed[i] += queue.try_push(item) == push_result::pushed;
  }

  typename Queue::template on<P, int> queue;
  int pushed[2] = {};
  int taken[2] = {};
};

}  // namespace weir::verify::scenarios

#endif
