// SPDX-License-Identifier: Apache-2.0
// expect: weir: WorkersPolicy must provide `using hook = \.\.\.`; see docs/concepts/workers_policy\.md
#include <weir/concepts/workers_policy.hpp>

struct workers_without_hook {
  using axis = weir::axes::workers;

  template <class P>
  struct on {
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = weir::reuse_order::newest_first;
  };
};

static_assert(weir::explain_workers_policy<workers_without_hook>());
