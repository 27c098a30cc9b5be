// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CLAIMER_VS_THIEF_HPP
#define WEIR_VERIFY_SCENARIOS_CLAIMER_VS_THIEF_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// Two workers take posts from outside, each of them several at a time where the queue has them; what one has claimed the other may take. Either may be
/// the first to look, and find nothing there, and goes on to the seat of a third one.
template <class Queue, class P>
struct claimer_vs_thief {
  static constexpr const char* claim =
      "I6: what a worker has claimed is taken once, by it or by a thief, who sees all that was done before the push";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;
  static constexpr int items = 5;

  void before() {
    for (unsigned i = 0; i != 3; ++i) {
      if constexpr (prepares_seats<on>) queue.prepare(seats[i], i);
      queue.join(seats[i]);
    }
    push(0, &seats[2]);
  }
  void thread(unsigned i) {
    if (i == 2)
      for (int n = 1; n != items; ++n) push(n, nullptr);
    else
      for (int attempt = 0; attempt != 3; ++attempt) take(seats[i]);
  }
  void finish() {
    int left = items;
    for (auto& n : taken) left -= n.read();
    for (; left != 0; --left) {
      check<P>(queue.size() == static_cast<std::size_t>(left) && queue.ready(), "I5: size() and ready() know what has been claimed");
      check<P>(take(seats[0]), "I2: a take finds what another worker has claimed");
    }
    for (auto& n : taken) check<P>(n.read() == 1, claim);
    check<P>(queue.empty() && !queue.ready(), "I5: an emptied queue says so");
  }

 private:
  void push(int n, seat_of<on>* mine) {
    payload[n].write() = n + 1;
    int item = n;
    check<P>(queue.try_push(item, mine) == push_result::pushed, "I3: an unbounded queue takes every item");
  }
  bool take(seat_of<on>& mine) {
    int out = 0;
    if (!queue.try_pop(out, mine)) return false;
    static_cast<void>(queue.has_claimed_more(mine));
    check<P>(!queue.has_claimed_more(mine), "I28: a take says once that it has claimed more");
    check<P>(payload[out].read() == out + 1, claim);
    ++taken[out].write();
    return true;
  }

  on queue;
  seat_of<on> seats[3];
  typename P::template cell<int> payload[items];
  typename P::template cell<int> taken[items];
};

}  // namespace weir::verify::scenarios

#endif
