// SPDX-License-Identifier: Apache-2.0
// expect: weir: WakePolicy must provide `static constexpr bool throttled`; see docs/concepts/wake_policy\.md
#include <weir/pool.hpp>

struct wake_without_throttled {
  using axis = weir::axes::wake;

  template <class P>
  struct on {};
};

static_assert(weir::explain_wake_policy<wake_without_throttled>());
