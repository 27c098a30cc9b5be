// SPDX-License-Identifier: Apache-2.0
// expect: weir::pool: every argument must be a policy, a type with `using axis = weir::axes::\.\.\.`; see docs/policies/README\.md
#include <weir/pool.hpp>

struct colour {};

struct red {
  using axis = colour;
};

weir::pool<red> p;
