// SPDX-License-Identifier: Apache-2.0
// expect: weir: a queue with next_due\(\) is one of coroutines, as a light pool's; a task of threads begins later by weir::post_after\(\)
#include <weir/policies/queue/unbounded.hpp>
#include <weir/pool.hpp>

struct late {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on : weir::queue::unbounded::on<P, T> {
    typename P::clock::time_point next_due() noexcept;
  };
};

weir::pool<late> p;
