// SPDX-License-Identifier: Apache-2.0
// expect: weir: BlockingPolicy must provide `static constexpr weir::full_reaction when_full`; see docs/concepts/blocking_policy\.md
#include <weir/concepts/blocking_policy.hpp>

struct blocking_without_when_full {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr bool admits(std::size_t) noexcept { return true; }
  };
};

static_assert(weir::explain_blocking_policy<blocking_without_when_full>());
