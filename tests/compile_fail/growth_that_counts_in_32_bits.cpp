// SPDX-License-Identifier: Apache-2.0
// expect first: weir: GrowthPolicy: `wants\(q\)` must be true for every q above one for which it is true; see docs/concepts/growth_policy\.md
#include <weir/pool.hpp>

#include <cstdint>

struct growth_that_counts_in_32_bits {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned) noexcept { return 0; }
    static constexpr bool wants(std::size_t queued) noexcept { return static_cast<std::uint32_t>(queued) >= 2; }
  };
};

weir::pool<growth_that_counts_in_32_bits> p;
