// SPDX-License-Identifier: Apache-2.0
// expect: weir: WorkersPolicy must provide `template <class P> class on`; see docs/concepts/workers_policy\.md
#include <weir/pool.hpp>

struct workers_without_on {
  using axis = weir::axes::workers;
};

weir::pool<workers_without_on> p;
