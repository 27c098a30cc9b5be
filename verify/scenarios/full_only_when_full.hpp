// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FULL_ONLY_WHEN_FULL_HPP
#define WEIR_VERIFY_SCENARIOS_FULL_ONLY_WHEN_FULL_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Two threads push at once into a queue that has room for both; or for one of them, if it has no more. No take is under way, so `full` has
/// one reason only: a push that has lost against the other must try again.
///
///     one:   where is the end? -> here            the end moves on
///     other: where is the end? -> here                             is it still here? -> no: full
template <class Queue, class P>
struct full_only_when_full {
  static constexpr const char* claim = "I3: a push is answered `full` only by a queue that is full";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  void before() {
    int item = 0;
    while (room != most && queue.try_push(item) == push_result::pushed) ++room;
    check<P>(room != 0, "I3: an empty queue takes an item");
    for (int n = 0; n != (room == 1 ? 1 : 2); ++n) check<P>(queue.try_pop(item), "I6: what was pushed can be taken");
  }
  void thread(unsigned i) {
    int item = 1;
    answer[i] = queue.try_push(item);
  }
  void finish() {
    const int pushed = (answer[0] == push_result::pushed) + (answer[1] == push_result::pushed);
    check<P>(pushed == (room == 1 ? 1 : 2), claim);
    int left = 0;
    for (int out = 0; queue.try_pop(out);) ++left;
    check<P>(left == room, "I6: every item leaves the queue once");
  }

  static constexpr int most = 16;  // of a larger queue the edge is not met
  typename Queue::template on<P, int> queue;
  push_result answer[2] = {};
  int room = 0;
};

}  // namespace weir::verify::scenarios

#endif
