// SPDX-License-Identifier: Apache-2.0
// expect: weir: WakePolicy must provide `template <class P> class on`; see docs/concepts/wake_policy\.md
#include <weir/pool.hpp>

struct wake_without_on {
  using axis = weir::axes::wake;
};

weir::pool<wake_without_on> p;
