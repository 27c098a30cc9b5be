// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/blocking_policy.md
// fixed: 1 2 3 4 5
// conformance: blocking trial::two_wait
// 1: none may wait while none waits | `admits(n)` is true for 0
// 2: two may wait, and so may the callers that come when five do | false for every number above an `n` for which it is false
// 3: a number of waiting submitters above 200 is taken for an error, and let in | false for every number above an `n` for which it is false
// 4: every second one that asks is refused | `admits` depends on `n` alone
// 5: the number is no constant | `admits` is `constexpr`
#ifndef TESTS_TRIAL_BLOCKING_TWO_WAIT_HPP
#define TESTS_TRIAL_BLOCKING_TWO_WAIT_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstddef>
#include <type_traits>

namespace trial {

/// Two submitters may wait for room; others are answered `full`.
struct two_wait {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
#if FIXED == 5
    static bool admits(std::size_t waiting) noexcept { return waiting < 2; }
#else
    static constexpr bool admits(std::size_t waiting) noexcept {
      if (FIXED == 1) return waiting == 1;
      if (FIXED == 2) return waiting < 2 || waiting == 5;
      if (FIXED == 3) return waiting < 2 || waiting > 200;
      if (FIXED == 4 && !std::is_constant_evaluated()) return waiting < 2 && asked_once_more();
      return waiting < 2;
    }
#endif

   private:
    static bool asked_once_more() noexcept {
      static bool odd = false;
      return odd = !odd;
    }
  };
};
static_assert(FIXED != 0 || weir::blocking_policy<two_wait>);

template <class P>
using verified = weir::pool<weir::queue::bounded<1>, two_wait, P>;

}  // namespace trial

#endif
