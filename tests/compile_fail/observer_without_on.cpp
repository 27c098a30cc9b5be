// SPDX-License-Identifier: Apache-2.0
// expect: weir: ObserverPolicy must provide `template <class P> class on`; see docs/concepts/observer_policy\.md
#include <weir/pool.hpp>

struct observer_without_on {
  using axis = weir::axes::observer;
};

weir::pool<observer_without_on> p;
