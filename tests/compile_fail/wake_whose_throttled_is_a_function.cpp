// SPDX-License-Identifier: Apache-2.0
// expect first: weir: WakePolicy must provide `static constexpr bool throttled`; see docs/concepts/wake_policy\.md
#include <weir/pool.hpp>

struct wake_whose_throttled_is_a_function {
  using axis = weir::axes::wake;

  template <class P>
  struct on {
    static constexpr bool throttled() { return false; }
  };
};

weir::pool<wake_whose_throttled_is_a_function> p;
