// SPDX-License-Identifier: Apache-2.0
// expect: weir: BlockingPolicy with `choose` must provide `full_reaction chosen\(\) const noexcept`
#include <weir/concepts/blocking_policy.hpp>

struct blocking_that_hides_its_choice {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::refuse;
    static constexpr bool admits(std::size_t) noexcept { return false; }
    void choose(const weir::options&) {}
  };
};
static_assert(weir::explain_blocking_policy<blocking_that_hides_its_choice>());
