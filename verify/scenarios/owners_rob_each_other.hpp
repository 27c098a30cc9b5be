// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OWNERS_ROB_EACH_OTHER_HPP
#define WEIR_VERIFY_SCENARIOS_OWNERS_ROB_EACH_OTHER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// Two workers push their first items to their seats at the same time, and then take more than is their own.
template <class Queue, class P>
struct owners_rob_each_other {
  static constexpr const char* claim = "I6: of two workers that rob each other one gets each item, with all that was done before its push";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void before() {
    for (auto& each : seats) queue.join(each);
  }
  void thread(unsigned i) {
    int item = static_cast<int>(i);
    payload[i].write() = item + 1;
    check<P>(queue.try_push(item, &seats[i]) == push_result::pushed, claim);
    for (int attempt = 0; attempt != 2; ++attempt) take(seats[i]);
  }
  void finish() {
    while (take(seats[0])) {
    }
    for (auto& n : taken) check<P>(n.read() == 1, claim);
    check<P>(queue.empty() && !queue.ready(), "I5: an emptied queue says so");
  }
  bool take(seat_of<on>& mine) {
    int out = 0;
    if (!queue.try_pop(out, mine)) return false;
    check<P>(payload[out].read() == out + 1, claim);
    ++taken[out].write();
    return true;
  }

  on queue;
  seat_of<on> seats[2];
  typename P::template cell<int> payload[2];
  typename P::template cell<int> taken[2];
};

}  // namespace weir::verify::scenarios

#endif
