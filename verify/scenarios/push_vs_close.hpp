// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PUSH_VS_CLOSE_HPP
#define WEIR_VERIFY_SCENARIOS_PUSH_VS_CLOSE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/own_order.hpp>
#include <weir/verify/support/scenario.hpp>

namespace weir::verify::scenarios {

/// A push against close: what was pushed is there, what was refused is not, and nothing is pushed after close has returned.
template <class Queue, class P>
struct push_vs_close {
  static constexpr const char* claim = "I7: a queue that was closed takes nothing more and keeps what it has";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 1) {
      queue.close();
      int late = 9;
      check<P>(queue.try_push(late) == push_result::closed, claim);
      return;
    }
    for (int n = 1; n <= 2; ++n) {
      int mine = n;
      pushed[n] = queue.try_push(mine) == push_result::pushed;
    }
  }
  void finish() {
    int out = 0;
    for (int before = 0; queue.try_pop(out); before = out) {
      check<P>(out == 1 || out == 2, claim);
      check<P>(out > before || !keeps_order<Queue>, claim);
      --pushed[out];
    }
    check<P>(pushed[1] == 0 && pushed[2] == 0 && queue.empty(), claim);
    queue.reopen();
    check<P>(queue.try_push(out) == push_result::pushed, "I16: a queue that was opened again takes items");
  }

  typename Queue::template on<P, int> queue;
  int pushed[3] = {};
};

}  // namespace weir::verify::scenarios

#endif
