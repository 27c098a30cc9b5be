// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_NO_ITEM_IS_TAKEN_TWICE_HPP
#define WEIR_VERIFY_SCENARIOS_NO_ITEM_IS_TAKEN_TWICE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Two threads take, one pushes: no item is taken twice, none is lost, and each arrives with all that its pusher did before.
template <class Queue, class P, int Items = 3>
struct no_item_is_taken_twice {
  static constexpr const char* claim = "I6: no item is taken twice, and a taker sees all that its pusher did";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 2) {
      for (int n = 0; n != Items; ++n) {
        payload[n].write() = n + 1;
        if (int mine = n; queue.try_push(mine) == push_result::pushed) pushed[n] = 1;
      }
      return;
    }
    for (int attempt = 0, out = 0; attempt != Items; ++attempt) {
      if (queue.ready() && queue.try_pop(out))
        note(out);
      else
        P::yield();
    }
  }
  void finish() {
    for (int out = 0; queue.try_pop(out);) note(out);
    for (int n = 0; n != Items; ++n) check<P>(taken[n].read() == pushed[n], claim);
  }
  void note(int n) {
    check<P>(payload[n].read() == n + 1, claim);
    ++taken[n].write();
  }

  typename Queue::template on<P, int> queue;
  typename P::template cell<int> payload[Items];
  typename P::template cell<int> taken[Items];
  int pushed[Items] = {};
};

/// The same with twice the items, so that queue::unbounded_by<2> empties a segment and uses it again.
template <class Queue, class P>
struct no_item_is_lost_in_reuse : no_item_is_taken_twice<Queue, P, 6> {};

}  // namespace weir::verify::scenarios

#endif
