// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_CLIENTS_PUSHERS_AND_TAKERS_HPP
#define WEIR_VERIFY_GENMC_CLIENTS_PUSHERS_AND_TAKERS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>

namespace weir::verify::clients {

/// Each pusher pushes so many items, and each taker tries so often to take one; so many items are there before. `Queue` is a queue policy, `P` a
/// platform.
template <class P, class Queue, int Pushers, int Takers, int Items, int Tries, int Before = 0>
struct pushers_and_takers {
  static constexpr int threads = Pushers + Takers;
  static constexpr int most = 8;

  void before() { push(Pushers * Items, Before); }
  void thread(unsigned i) {
    const int me = static_cast<int>(i);
    if (me < Pushers) {
      push(me * Items, Items);
    } else {
      for (int n = 0, out = 0; n != Tries; ++n)
        if (queue.try_pop(out)) ++taken[me - Pushers][out].is;
    }
  }
  void finish() {
    for (int out = 0; queue.try_pop(out);) ++taken[0][out].is;
    for (int n = 0; n != most; ++n) {
      int times = 0;
      for (const auto& by : taken) times += by[n].is;
      check<P>(times == pushed[n].is, "each item is taken once");
    }
    check<P>(queue.empty(), "an emptied queue says so");
  }

  void push(int first, int items) {
    for (int n = first; n != first + items; ++n)
      if (int mine = n; queue.try_push(mine) == push_result::pushed) pushed[n].is = 1;
  }

  static_assert(Pushers * Items + Before <= most);
  typename Queue::template on<P, int> queue;
  struct count {
    int is = 0;
  };
  count pushed[most];
  count taken[Takers][most];
};

}  // namespace weir::verify::clients

#endif
