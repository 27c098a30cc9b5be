// SPDX-License-Identifier: Apache-2.0
// expect first: weir: QueuePolicy: `hands_over` must be a `static constexpr bool`; see docs/concepts/queue_policy\.md
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct queue_whose_hands_over_is_a_function {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on : weir::queue::bounded<2>::on<P, T> {
    static constexpr bool hands_over() { return false; }
  };
};

weir::pool<queue_whose_hands_over_is_a_function> p;
