// SPDX-License-Identifier: Apache-2.0
// expect: weir::pool: two wake policies were given; keep one
#include <weir/concepts/policy_set.hpp>

struct one {
  using axis = weir::axes::wake;
};
struct another {
  using axis = weir::axes::wake;
};

static_assert(weir::explain_policy_set<one, another>());
