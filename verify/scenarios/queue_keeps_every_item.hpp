// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_QUEUE_KEEPS_EVERY_ITEM_HPP
#define WEIR_VERIFY_SCENARIOS_QUEUE_KEEPS_EVERY_ITEM_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two threads push two items each while a third takes: every item leaves once, whole, and in its pusher's order.
template <class Queue, class P>
struct queue_keeps_every_item {
  static constexpr const char* claim = "I6: every item leaves the queue once, whole, and in its pusher's order";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  void thread(unsigned i) {
    if (i == 2) return take(3);
    for (int n : {1, 2}) {
      item mine{static_cast<int>(i), n};
      while (queue.try_push(mine) != push_result::pushed) P::yield();
    }
  }
  void finish() {
    take(4);
    check<P>(taken == 4, claim);
    check<P>(queue.empty() && queue.size() == 0 && !queue.ready(), "I5: an emptied queue says so");
  }
  void take(int attempts) {
    for (item out; attempts != 0; --attempts) {
      if (!queue.try_pop(out)) {
        P::yield();
        continue;
      }
      check<P>(out.number == ++last[out.pusher], claim);
      ++taken;
    }
  }

  struct item {
    int pusher = 0;
    int number = 0;
  };
  typename Queue::template on<P, item> queue;
  int last[2] = {0, 0};
  int taken = 0;  // only one thread takes at a time
};

/// Two threads take, one pushes: no item is taken twice.
template <class Queue, class P>
struct two_take_from_one {
  static constexpr const char* claim = "I6: no item is taken twice, and a taker sees all that its pusher did";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  void thread(unsigned i) {
    if (i == 2) {
      for (int n : {0, 1, 2}) {
        payload[n].write() = n + 1;
        while (queue.try_push(n) != push_result::pushed) P::yield();
      }
      return;
    }
    for (int attempt = 0, out = 0; attempt != 3; ++attempt) {
      if (queue.try_pop(out))
        note(out);
      else
        P::yield();
    }
  }
  void finish() {
    for (int out = 0; queue.try_pop(out);) note(out);
    for (int n : {0, 1, 2}) check<P>(taken[n].read() == 1, claim);
  }
  void note(int n) {
    check<P>(payload[n].read() == n + 1, claim);
    ++taken[n].write();
  }

  typename Queue::template on<P, int> queue;
  typename P::template cell<int> payload[3];
  typename P::template cell<int> taken[3];
};

/// A push against close: what was pushed is there, what was refused is not, and nothing is pushed after close has returned.
template <class Queue, class P>
struct push_vs_close {
  static constexpr const char* claim = "I7: a queue that was closed takes nothing more and keeps what it has";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  void thread(unsigned i) {
    if (i == 1) {
      queue.close();
      int late = 9;
      check<P>(queue.try_push(late) == push_result::closed, claim);
      return;
    }
    for (int n = 1; n <= 2; ++n) {
      int mine = n;
      if (queue.try_push(mine) == push_result::pushed) ++pushed;
    }
  }
  void finish() {
    int out = 0;
    for (int n = 1; n <= pushed; ++n) check<P>(queue.try_pop(out) && out == n, claim);
    check<P>(!queue.try_pop(out) && queue.empty(), claim);
    queue.reopen();
    check<P>(queue.try_push(out) == push_result::pushed, "I16: a queue that was opened again takes items");
  }

  typename Queue::template on<P, int> queue;
  int pushed = 0;
};

}  // namespace weir::verify::scenarios

#endif
