// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_QUEUE_KEEPS_EVERY_ITEM_HPP
#define WEIR_VERIFY_SCENARIOS_QUEUE_KEEPS_EVERY_ITEM_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/own_order.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Two threads push two items each while a third takes: every item leaves once, whole, and in its pusher's order. A push that
/// finds the queue full is not repeated.
template <class Queue, class P>
struct queue_keeps_every_item {
  static constexpr const char* claim = "I6: every item leaves the queue once, whole, and in its pusher's order";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};
  static constexpr identical_threads identical{0, 1};

  struct item {
    int pusher = 0;
    int number = 0;
  };

  void thread(unsigned i) {
    if (i == 2) return take(3);
    for (int n : {1, 2}) {
      item mine{static_cast<int>(i), n};
      pushed[i][n] = queue.try_push(mine) == push_result::pushed;
    }
  }
  void finish() {
    take(4);
    for (int i : {0, 1})
      for (int n : {1, 2}) check<P>(taken[i][n] == pushed[i][n], claim);
    check<P>(queue.empty() && queue.size() == 0 && !queue.ready(), "I5: an emptied queue says so");
  }
  void take(int attempts) {
    for (item out; attempts != 0; --attempts) {
      if (!queue.try_pop(out)) {
        P::yield();
        continue;
      }
      check<P>(out.number > last[out.pusher] || !keeps_order<Queue>, claim);
      last[out.pusher] = out.number;
      ++taken[out.pusher][out.number];
    }
  }

  typename Queue::template on<P, item> queue;
  int pushed[2][3] = {};
  int last[2] = {0, 0};
  int taken[2][3] = {};  // only one thread takes at a time
};

}  // namespace weir::verify::scenarios

#endif
