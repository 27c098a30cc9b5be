// SPDX-License-Identifier: Apache-2.0
// expect: weir: WorkersPolicy must provide `static constexpr weir::reuse_order order`; see docs/concepts/workers_policy\.md
#include <weir/concepts/workers_policy.hpp>

struct workers_without_order {
  using axis = weir::axes::workers;

  template <class P>
  struct on {
    struct hook {};
    static constexpr bool keeps = true;
    void push(hook& worker) noexcept;
    hook* pop() noexcept;
    void remove(hook& worker) noexcept;
  };
};

static_assert(weir::explain_workers_policy<workers_without_order>());
