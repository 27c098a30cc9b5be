// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_NO_ITEM_IS_TAKEN_TWICE_HPP
#define WEIR_VERIFY_SCENARIOS_NO_ITEM_IS_TAKEN_TWICE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Two threads take twice, one pushes: no item is taken twice, none is lost, and each arrives with all that its pusher did before. `Before` items are
/// in the queue when they begin. A taker asks once whether an item is ready: ready() is an update in some queues, and their orders are many executions.
template <class Queue, class P, int Items = 3, int Before = 0>
struct no_item_is_taken_twice {
  static constexpr const char* claim = "I6: no item is taken twice, and a taker sees all that its pusher did";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};
  static constexpr identical_threads identical{0, 1};

  void before() {
    for (int n = 0; n != Before; ++n) push(n);
  }
  void thread(unsigned i) {
    if (i == 2) {
      for (int n = all - Items; n != all; ++n) push(n);
      return;
    }
    if (!queue.ready() || !take()) P::yield();
    take();
  }
  void finish() {
    while (take()) {
    }
    for (int n = 0; n != all; ++n) check<P>(taken[n].read() == pushed[n], claim);
  }
  void push(int n) {
    payload[n].write() = n + 1;
    if (int mine = n; queue.try_push(mine) == push_result::pushed) pushed[n] = 1;
  }
  bool take() {
    int n = 0;
    if (!queue.try_pop(n)) return false;
    check<P>(payload[n].read() == n + 1, claim);
    ++taken[n].write();
    return true;
  }

  static constexpr int all = Items + Before;

  typename Queue::template on<P, int> queue;
  typename P::template cell<int> payload[all];
  typename P::template cell<int> taken[all];
  int pushed[all] = {};
};

/// The same when the queue has three items, so that queue::unbounded_by<2> wants a third segment soon: its first one, if that is empty by then.
template <class Queue, class P>
struct no_item_is_lost_in_reuse : no_item_is_taken_twice<Queue, P, 2, 3> {};

}  // namespace weir::verify::scenarios

#endif
