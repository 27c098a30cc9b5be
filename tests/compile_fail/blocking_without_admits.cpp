// SPDX-License-Identifier: Apache-2.0
// expect: weir: BlockingPolicy must provide `static constexpr bool admits\(std::size_t waiting\) noexcept`; see docs/concepts/blocking_policy\.md
#include <weir/concepts/blocking_policy.hpp>

struct blocking_without_admits {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
  };
};

static_assert(weir::explain_blocking_policy<blocking_without_admits>());
