// SPDX-License-Identifier: Apache-2.0
// expect first: weir: WorkersPolicy must provide a public constructor without arguments, `on\(\)`: the pool makes the store of idle workers itself;
// see docs/concepts/workers_policy\.md
#include <weir/pool.hpp>

struct workers_that_want_an_argument {
  using axis = weir::axes::workers;

  template <class P>
  struct on {
    explicit on(int);
    struct hook {};
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = weir::reuse_order::newest_first;
    void push(hook& worker) noexcept;
    hook* pop() noexcept;
    void remove(hook& worker) noexcept;
  };
};

weir::pool<workers_that_want_an_argument> p;
