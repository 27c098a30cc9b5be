// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OWN_PUSH_VS_CLOSE_HPP
#define WEIR_VERIFY_SCENARIOS_OWN_PUSH_VS_CLOSE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/order.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Close against pushes to a seat and from outside. After a push was refused as closed, every later push is refused too, at any seat; an
/// item whose push succeeded is in the queue.
template <class Queue, class P>
struct own_push_vs_close {
  static constexpr const char* claim = "I7: a queue that was closed takes nothing more, at any seat, and keeps what it has";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void before() { queue.join(seat); }
  void thread(unsigned i) {
    if (i == 2) {
      queue.close();
      check<P>(push(nullptr) == push_result::closed, claim);
      return;
    }
    const bool late = told.load(std::memory_order_acquire);
    const push_result r = push(i == 0 ? &seat : nullptr);
    if (r == push_result::pushed) {
      check<P>(!late, claim);
      ++pushed[i];
    } else {
      told.store(true, std::memory_order_release);
    }
    if (i == 0 && push(&seat) == push_result::pushed) {
      check<P>(r == push_result::pushed, claim);
      ++pushed[i];
    }
  }
  void finish() {
    check<P>(push(&seat) == push_result::closed, claim);
    int out = 0;
    for (int n = pushed[0] + pushed[1]; n != 0; --n) check<P>(queue.try_pop(out, seat), claim);
    check<P>(!queue.try_pop(out, seat) && queue.empty(), claim);
    queue.reopen();
    check<P>(push(&seat) == push_result::pushed && push(nullptr) == push_result::pushed, "I16: a queue that was opened again takes items");
  }
  push_result push(seat_of<on>* mine) {
    int item = 1;
    return queue.try_push(item, mine);
  }

  on queue;
  seat_of<on> seat;
  typename P::template atomic<bool> told;
  int pushed[2] = {};
};

}  // namespace weir::verify::scenarios

#endif
