// SPDX-License-Identifier: Apache-2.0
// expect: weir: PanicPolicy must provide `template <class P> class on`; see docs/concepts/panic_policy\.md
#include <weir/pool.hpp>

struct panic_without_on {
  using axis = weir::axes::panic;
};

weir::pool<panic_without_on> p;
