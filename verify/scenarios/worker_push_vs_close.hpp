// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_WORKER_PUSH_VS_CLOSE_HPP
#define WEIR_VERIFY_SCENARIOS_WORKER_PUSH_VS_CLOSE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// For queues that a worker's push tells its seat: one worker pushes while another closes the queue. What was pushed is there. After close()
/// has returned nothing is pushed: not to a seat that has joined, not to one that has not, and not from outside.
///
///     close(): the common part is closed      a worker: does my seat have room? -> yes: pushed
template <class Queue, class P>
struct worker_push_vs_close {
  static constexpr const char* claim = "I7: a queue that was closed takes nothing from a worker either, and keeps what it has";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void before() {
    queue.join(first);
    queue.join(second);
  }
  void thread(unsigned i) {
    if (i == 0) {
      for (int n = 0; n != 2; ++n) pushed += push(&first) == push_result::pushed;
      return;
    }
    queue.close();
    check<P>(push(&second) == push_result::closed,
             "I7: a worker's push, its seat has joined, after close() has returned is answered `closed`");
    check<P>(push(&fresh) == push_result::closed,
             "I7: a worker's push, its seat has not joined, after close() has returned is answered `closed`");
    check<P>(push(nullptr) == push_result::closed, "I7: a push from outside after close() has returned is answered `closed`");
  }
  void finish() {
    check<P>(push(&first) == push_result::closed, claim);
    check<P>(queue.size() == static_cast<std::size_t>(pushed) && queue.empty() == (pushed == 0),
             "I5: size() and empty() know what is in the seats");
    while (pop()) --pushed;
    check<P>(pushed == 0, "I7: what was pushed before the queue was closed stays in it, and nothing else");
    check<P>(queue.empty(), "I5: an emptied queue says so");
    queue.reopen();
    check<P>(push(&first) == push_result::pushed, "I16: a queue that was opened again takes items from a worker");
  }

 private:
  push_result push(seat_of<on>* mine) {
    int item = 1;
    return queue.try_push(item, mine);
  }
  bool pop() {
    int out = 0;
    for (int attempts = 20; attempts != 0 && queue.ready(); --attempts) {
      if (!queue.try_pop(out, second)) continue;
      if constexpr (hears_of_the_end<on>) queue.done(second);
      return true;
    }
    check<P>(!queue.ready(), "I3: ready() says true for what a take finds");
    return false;
  }

  on queue;
  seat_of<on> first{}, second{}, fresh{};
  int pushed = 0;
};

}  // namespace weir::verify::scenarios

#endif
