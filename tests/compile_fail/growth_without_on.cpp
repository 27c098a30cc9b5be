// SPDX-License-Identifier: Apache-2.0
// expect: weir: GrowthPolicy must provide `template <class P> class on`; see docs/concepts/growth_policy\.md
#include <weir/pool.hpp>

struct growth_without_on {
  using axis = weir::axes::growth;
};

weir::pool<growth_without_on> p;
