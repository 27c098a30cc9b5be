// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SEAT_CHANGES_ITS_OWNER_HPP
#define WEIR_VERIFY_SCENARIOS_SEAT_CHANGES_ITS_OWNER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/order.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// For queues with seats. A worker retires, and a new one uses its record, and with it the seat, while a third worker takes items.
///
///     the first worker: push, to its seat     the second, on the same seat: pop? -> the seat is another thread's: nothing
template <class Queue, class P>
struct seat_changes_its_owner {
  static constexpr const char* claim = "I2, I6: a seat serves the next worker as the one before: no item is lost or taken twice";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void before() {
    queue.join(mine);
    queue.join(other);
  }
  void thread(unsigned i) {
    if (i == 0) {
      push();
      push();
      pop(mine);
      retired.store(true, std::memory_order_release);
    } else if (i == 1) {
      if (!retired.load(std::memory_order_acquire)) return;
      pop(mine);
      push();
    } else {
      pop(other);
    }
  }
  void finish() {
    push();  // by a third owner
    seat_of<on>& last = choose<P>(2) == 0 ? mine : other;
    for (int attempts = 40; attempts != 0 && queue.ready(); --attempts) pop(last);
    int left = 0;
    for (int n = 0; n != 4; ++n) left += pushed[n] && taken[n].read() == 0;
    check<P>(left == 0, "I2: what was pushed to a seat is found by its next owner, and by others");
    check<P>(queue.empty() && queue.size() == 0, "I5: an emptied queue says so");
  }

 private:
  void push() {
    int item = pushes;
    push_result r;
    if constexpr (pushes_to_seat<on, int>)
      r = queue.try_push(item, &mine);
    else
      r = queue.try_push(item);
    if (r == push_result::pushed) pushed[pushes++] = true;
  }
  void pop(seat_of<on>& with) {
    int out = -1;
    if (!queue.try_pop(out, with)) return;
    check<P>(out >= 0 && out < 4, "I6: an item is taken whole");
    check<P>(++taken[out].write() == 1, "I6: an item is taken once");
    if constexpr (hears_of_the_end<on>) queue.done(with);
  }

  on queue;
  seat_of<on> mine{}, other{};
  typename P::template atomic<bool> retired;
  typename P::template cell<int> taken[4];
  int pushes = 0;  // by the owners of `mine`, one after the other
  bool pushed[4] = {};
};

}  // namespace weir::verify::scenarios

#endif
