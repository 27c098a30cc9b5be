// SPDX-License-Identifier: Apache-2.0
// expect first: weir: QueuePolicy must provide `static constexpr bool bounded`; see docs/concepts/queue_policy\.md
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct queue_whose_bounded_is_a_function {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on : weir::queue::bounded<2>::on<P, T> {
    static constexpr bool bounded() { return true; }
  };
};

weir::pool<queue_whose_bounded_is_a_function> p;
