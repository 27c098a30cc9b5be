// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OWNER_VS_THIEVES_HPP
#define WEIR_VERIFY_SCENARIOS_OWNER_VS_THIEVES_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// A worker pushes to its own seat and takes from it, while two others steal: the last item, the same item, a slot that is used
/// again, and what overflowed. Thief 2 has no seat in the list, as those have none who empty a queue from outside.
template <class Queue, class P, int Items = 3, int Kept = 1>
struct owner_vs_thieves {
  static constexpr const char* claim = "I6: of an owner and its thieves one gets each item, with all that was done before its push";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void before() {
    queue.join(seats[1]);
    queue.join(seats[0]);
  }
  void thread(unsigned i) {
    if (i != 0) {
      for (int attempt = 0; attempt != 2; ++attempt) take(seats[i]);
      return;
    }
    for (int n = 0; n != Items; ++n) {
      payload[n].write() = n + 1;
      int mine = n;
      check<P>(queue.try_push(mine, &seats[0]) == push_result::pushed, claim);
      if (n >= Kept) take(seats[0]);
    }
  }
  void finish() {
    while (take(seats[2])) {
    }
    for (auto& n : taken) check<P>(n.read() == 1, claim);
    check<P>(queue.empty() && !queue.ready(), "I5: an emptied queue says so");
  }
  bool take(seat_of<on>& mine) {
    int out = 0;
    if (!queue.try_pop(out, mine)) return false;
    check<P>(payload[out].read() == out + 1, claim);
    ++taken[out].write();
    check<P>(queue.size() <= Items, "I5: a size that is read while others push and take is at most what was pushed");
    return true;
  }

  on queue;
  seat_of<on> seats[3];
  typename P::template cell<int> payload[Items];
  typename P::template cell<int> taken[Items];
};

/// The same with an owner that only pushes: a thief that slept finds its slot in use again, with older items beside it.
template <class Queue, class P>
struct thief_sleeps_for_a_lap : owner_vs_thieves<Queue, P, 4, 4> {};

/// The same in a deque where every second push must wait for the last thief, or overflow.
template <class Queue, class P>
struct owner_in_a_single_slot : owner_vs_thieves<Queue, P> {};

}  // namespace weir::verify::scenarios

#endif
