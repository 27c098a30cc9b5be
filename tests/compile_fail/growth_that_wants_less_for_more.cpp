// SPDX-License-Identifier: Apache-2.0
// expect first: weir: GrowthPolicy: `wants\(q\)` must be true for every q above one for which it is true; see docs/concepts/growth_policy\.md
#include <weir/pool.hpp>

struct growth_that_wants_less_for_more {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept { return capacity; }
    static constexpr bool wants(std::size_t queued) noexcept { return queued < 100; }
  };
};

weir::pool<growth_that_wants_less_for_more> p;
