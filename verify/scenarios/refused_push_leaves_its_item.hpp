// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REFUSED_PUSH_LEAVES_ITS_ITEM_HPP
#define WEIR_VERIFY_SCENARIOS_REFUSED_PUSH_LEAVES_ITS_ITEM_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/move_only_item.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// One thread fills a queue with items that can only be moved, is refused, closes it, is refused again, and takes all out. What the pool
/// does with a task that was refused, it does with what the push has left of it.
///
///     push: take the item; is there room? -> no: full      the caller gives it to its blocking policy: an empty task
template <class Queue, class P>
struct refused_push_leaves_its_item {
  static constexpr const char* claim = "I2, I6: a push that is refused leaves its item as it was, and an item is taken once, whole";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 100, .pct3 = 0, .bound = 0};

  void thread(unsigned) {
    push_result last = push_result::pushed;
    while (pushed != most && (last = push()) == push_result::pushed) ++pushed;
    check<P>(last != push_result::closed, "I7: a queue is open at first");
    check<P>(pushed != 0, "I3: an empty queue takes an item");
    expect_size(pushed);
    queue.close();
    check<P>(push() == push_result::closed, "I7: a queue that was closed answers `closed`, also if it is full");
    int left = pushed;
    for (move_only_item out; left != 0; --left) {
      check<P>(queue.try_pop(out), "I6: an item that was pushed can be taken");
      check<P>(out.number() != 0, "I6: an item that is taken is whole; this one was moved from before, as one that was taken already");
      check<P>(out.number() <= pushed && !taken[out.number() - 1], "I6: an item is taken once");
      taken[out.number() - 1] = true;
      expect_size(left - 1);
    }
    move_only_item out(99);
    check<P>(!queue.try_pop(out), "I6: an item is taken once; this one is beyond those that were pushed");
    check<P>(out.number() == 99, "I6: a take that finds nothing leaves its argument as it was");
    queue.reopen();
    check<P>(push() == push_result::pushed, "I16: a queue that was opened again takes items");
  }

 private:
  push_result push() {
    move_only_item mine(pushed + 1);
    const push_result r = queue.try_push(mine);
    check<P>(r != push_result::full || mine.number() == pushed + 1, "I2: a push that is answered `full` leaves its item as it was");
    check<P>(r != push_result::closed || mine.number() == pushed + 1, "I2: a push that is answered `closed` leaves its item as it was");
    return r;
  }
  void expect_size(int n) {
    check<P>(queue.size() == static_cast<std::size_t>(n), "I5: size() is the number of items, if no push and no take is under way");
    check<P>(queue.empty() == (n == 0), "I5: empty() says whether there is an item, if no push and no take is under way");
    check<P>(queue.ready() == (n != 0), "I3: ready() says whether a take would find an item, if no push and no take is under way");
  }

  static constexpr int most = 16;  // of a larger queue the edge is not met
  typename Queue::template on<P, move_only_item> queue;
  int pushed = 0;
  bool taken[most] = {};
};

}  // namespace weir::verify::scenarios

#endif
