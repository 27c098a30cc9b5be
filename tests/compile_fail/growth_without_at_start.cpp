// SPDX-License-Identifier: Apache-2.0
// expect: weir: GrowthPolicy must provide `static constexpr unsigned at_start\(unsigned capacity\) noexcept`; see docs/concepts/growth_policy\.md
#include <weir/concepts/growth_policy.hpp>

struct growth_without_at_start {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr bool wants(std::size_t) noexcept { return true; }
  };
};

static_assert(weir::explain_growth_policy<growth_without_at_start>());
