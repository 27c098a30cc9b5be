// SPDX-License-Identifier: Apache-2.0
// expect: weir: PanicPolicy must provide `void operator\(\)\(std::exception_ptr what\)`; see docs/concepts/panic_policy\.md
#include <weir/concepts/panic_policy.hpp>

struct panic_without_call {
  using axis = weir::axes::panic;

  template <class P>
  struct on {};
};

static_assert(weir::explain_panic_policy<panic_without_call>());
