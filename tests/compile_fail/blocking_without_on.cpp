// SPDX-License-Identifier: Apache-2.0
// expect: weir: BlockingPolicy must provide `template <class P> class on`; see docs/concepts/blocking_policy\.md
#include <weir/pool.hpp>

struct blocking_without_on {
  using axis = weir::axes::blocking;
};

weir::pool<blocking_without_on> p;
