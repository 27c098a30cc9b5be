// SPDX-License-Identifier: Apache-2.0
// expect: weir::pool: two queue policies were given; keep one
#include <weir/concepts/policy_set.hpp>

struct one_queue {
  using axis = weir::axes::queue;
};
struct another_queue {
  using axis = weir::axes::queue;
};

static_assert(weir::explain_policy_set<one_queue, another_queue>());
