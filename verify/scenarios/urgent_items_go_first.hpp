// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_URGENT_ITEMS_GO_FIRST_HPP
#define WEIR_VERIFY_SCENARIOS_URGENT_ITEMS_GO_FIRST_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// One thread pushes a less urgent item and then an urgent one, twice; two take twice. When the later item of a level is taken, every earlier
/// one of that level has been taken, and no item stays invisible in the queue.
template <class Queue, class P>
struct urgent_items_go_first {
  static constexpr const char* claim = "I13: an urgent item is not passed over, and a level keeps its order";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr identical_threads identical{0, 1};

  void before() { push(0, 1); }
  void thread(unsigned i) {
    if (i == 2) {
      push(1, 0);
      push(2, 1);
      push(3, 0);
      return;
    }
    int last[2] = {-1, -1};
    for (int attempt = 0, out = 0; attempt != 2; ++attempt) {
      if (!queue.try_pop(out)) {
        P::yield();
        continue;
      }
      const int at = out % 2 == 1 ? 0 : 1;  // odd items are the urgent ones
      check<P>(out > last[at], claim);
      last[at] = out;
      ++taken[out].write();
    }
  }
  void finish() {
    int left = 0;
    for (auto& each : taken) left += 1 - each.read();
    check<P>(queue.size() == static_cast<std::size_t>(left) && queue.ready() == (left != 0), "I2: what waits is seen to wait");
    int before = -1;
    for (int out = 0; queue.try_pop(out); before = out) {
      check<P>(before == -1 || before % 2 == 1 || out % 2 == 0, claim);
      ++taken[out].write();
    }
    for (auto& each : taken) check<P>(each.read() == 1, "I6: every item leaves the queue once");
  }
  void push(int n, unsigned at) { check<P>(queue.try_push(n, level{at}) == push_result::pushed, "I7: an open queue takes items"); }

  typename Queue::template on<P, int> queue;
  typename P::template cell<int> taken[4];
};

/// A push at each level against close: what was pushed is there, what was refused is not, and no level takes anything after close.
template <class Queue, class P>
struct every_level_is_closed {
  static constexpr const char* claim = "I7: a queue that was closed takes nothing more, at no level, and keeps what it has";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  void thread(unsigned i) {
    if (i == 1) {
      queue.close();
      for (unsigned at : {1U, 0U}) {
        int late = 9;
        check<P>(queue.try_push(late, level{at}) == push_result::closed, claim);
      }
      return;
    }
    for (unsigned at : {1U, 0U}) {
      int mine = 1;
      if (queue.try_push(mine, level{at}) == push_result::pushed) ++pushed;
    }
  }
  void finish() {
    int out = 0;
    for (int n = 0; n != pushed; ++n) check<P>(queue.try_pop(out) && out == 1, claim);
    check<P>(!queue.try_pop(out) && queue.empty(), claim);
  }

  typename Queue::template on<P, int> queue;
  int pushed = 0;
};

}  // namespace weir::verify::scenarios

#endif
