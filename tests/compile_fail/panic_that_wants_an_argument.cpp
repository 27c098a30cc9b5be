// SPDX-License-Identifier: Apache-2.0
// expect first: weir: PanicPolicy must provide a public constructor without arguments, `on\(\)`: the pool makes the panic handler itself; see
// docs/concepts/panic_policy\.md
#include <weir/pool.hpp>

struct panic_that_wants_an_argument {
  using axis = weir::axes::panic;

  template <class P>
  struct on {
    explicit on(int);
    void operator()(std::exception_ptr what);
  };
};

weir::pool<panic_that_wants_an_argument> p;
