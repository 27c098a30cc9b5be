// SPDX-License-Identifier: Apache-2.0
// expect first: weir: WorkersPolicy must provide `static constexpr bool keeps`; see docs/concepts/workers_policy\.md
#include <weir/policies/workers/lifo.hpp>
#include <weir/pool.hpp>

struct workers_whose_keeps_is_a_function {
  using axis = weir::axes::workers;

  template <class P>
  struct on : weir::workers::lifo::on<P> {
    static constexpr bool keeps() { return true; }
  };
};

weir::pool<workers_whose_keeps_is_a_function> p;
