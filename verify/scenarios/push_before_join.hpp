// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PUSH_BEFORE_JOIN_HPP
#define WEIR_VERIFY_SCENARIOS_PUSH_BEFORE_JOIN_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/order.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// For queues that a worker's push tells its seat: a worker pushes before, while and after its seat is joined. Another worker, which knows
/// of the first of these pushes, finds an item, and at the end all of them.
///
///     worker: push, to its own seat                                       the thread that started it: join(seat), later
///                                     another worker: ready()? -> no: sleeps
template <class Queue, class P>
struct push_before_join {
  static constexpr const char* claim = "I2, I28: what a worker pushes is where other workers find it, also before its seat has joined";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, int>;

  void before() { queue.join(other); }
  void thread(unsigned i) {
    if (i == 0) {
      pushed += push();
      check<P>(pushed == 1, "I3: an empty queue takes an item");
      P::fence(std::memory_order_seq_cst);
      told.store(true, std::memory_order_release);
      pushed += push();
    } else if (i == 1) {
      queue.join(worker);
    } else if (told.load(std::memory_order_acquire)) {
      P::fence(std::memory_order_seq_cst);
      check<P>(queue.ready(), "I28: ready() sees what a worker has pushed before its seat has joined");
      int out = 0;
      for (int attempts = 20; attempts != 0 && !taken; --attempts) taken = queue.try_pop(out, other);
      check<P>(taken, "I2: another worker's take finds what a worker has pushed before its seat has joined");
      if constexpr (hears_of_the_end<on>) queue.done(other);
    }
  }
  void finish() {
    pushed += push();
    for (int left = pushed - taken; left != 0; --left) {
      check<P>(queue.size() == static_cast<std::size_t>(left) && !queue.empty(),
               "I5: size() and empty() know what is in the seats that have joined");
      check<P>(queue.ready(), "I28: ready() sees what is in the seats that have joined");
      int out = 0;
      bool found = false;
      for (int attempts = 20; attempts != 0 && !found; --attempts) found = queue.try_pop(out, other);
      check<P>(found, "I2: another worker's take finds what is in the seats that have joined");
      if constexpr (hears_of_the_end<on>) queue.done(other);
    }
    check<P>(queue.size() == 0 && queue.empty() && !queue.ready(), "I5: an emptied queue says so");
  }

 private:
  int push() {
    int item = 1;
    return queue.try_push(item, &worker) == push_result::pushed ? 1 : 0;
  }

  on queue;
  seat_of<on> worker{}, other{};
  typename P::template atomic<bool> told;
  int pushed = 0;  // by the worker, and at the end
  bool taken = false;
};

}  // namespace weir::verify::scenarios

#endif
