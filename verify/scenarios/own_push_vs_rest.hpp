// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OWN_PUSH_VS_REST_HPP
#define WEIR_VERIFY_SCENARIOS_OWN_PUSH_VS_REST_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/order.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// A worker pushes, fences, and reads whether another one is idle; the other announces that it is idle, fences, and looks for work; a third
/// takes what it finds, and the seats of the first and the third are being joined meanwhile. One of the first two sees the other: there are
/// two tasks.
template <class Queue, class P>
struct own_push_vs_rest {
  static constexpr const char* claim = "I28: a push to a seat is seen by whoever is about to rest, or sees that it rests";
  static constexpr int threads = 4;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void thread(unsigned i) {
    if (i == 0) {
      push();
      push();
      int out = 0;
      if (queue.try_pop(out, seats[0])) push();
      P::fence(std::memory_order_seq_cst);
      worker_was_seen = rests.load(std::memory_order_relaxed);
    } else if (i == 1) {
      rests.store(true, std::memory_order_relaxed);
      P::fence(std::memory_order_seq_cst);
      task_was_seen = queue.ready();
    } else if (i == 2) {
      int out = 0;
      if (queue.try_pop(out, seats[1])) stolen = true;
    } else {
      queue.join(seats[1]);
      queue.join(seats[0]);
    }
  }
  void finish() {
    check<P>(worker_was_seen || task_was_seen, claim);
    int out = 0;
    for (int n = stolen ? 1 : 2; n != 0; --n) check<P>(queue.try_pop(out, seats[1]), claim);
    check<P>(!queue.try_pop(out, seats[1]), claim);
  }

  void push() {
    int item = 0;
    check<P>(queue.try_push(item, &seats[0]) == push_result::pushed, claim);
  }

  on queue;
  seat_of<on> seats[2];
  typename P::template atomic<bool> rests;
  bool worker_was_seen = false;  // each written by one thread
  bool task_was_seen = false;
  bool stolen = false;
};

}  // namespace weir::verify::scenarios

#endif
