// SPDX-License-Identifier: Apache-2.0
// expect first: weir: GrowthPolicy: whether `at_start\(capacity\)` is 0 must not depend on the capacity; see docs/concepts/growth_policy\.md
#include <weir/pool.hpp>

struct growth_that_starts_by_capacity {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept { return capacity / 2; }
    static constexpr bool wants(std::size_t queued) noexcept { return queued >= 1; }
  };
};

weir::pool<growth_that_starts_by_capacity> p;
