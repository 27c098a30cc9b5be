// SPDX-License-Identifier: Apache-2.0
// expect: weir: GrowthPolicy must provide `static constexpr bool wants\(std::size_t queued\) noexcept`; see docs/concepts/growth_policy\.md
#include <weir/concepts/growth_policy.hpp>

struct growth_without_wants {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned) noexcept { return 0; }
  };
};

static_assert(weir::explain_growth_policy<growth_without_wants>());
