// SPDX-License-Identifier: Apache-2.0
// expect: weir: WorkersPolicy must provide `void remove\(hook& worker\) noexcept`; see docs/concepts/workers_policy\.md
#include <weir/concepts/workers_policy.hpp>

struct workers_without_remove {
  using axis = weir::axes::workers;

  template <class P>
  struct on {
    struct hook {};
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = weir::reuse_order::newest_first;
    void push(hook& worker) noexcept;
    hook* pop() noexcept;
  };
};

static_assert(weir::explain_workers_policy<workers_without_remove>());
