// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/wake_policy.md
// fixed: 1 2 3 4 5
// conformance: wake trial::one_by_one
// 1: the constant is left out | `X::throttled`: `bool`, constant
// 2: it is a variable | `X::throttled`: `bool`, constant
// 3: it is a function | `X::throttled`: `bool`, constant
// 4: it is private | `X::throttled`: `bool`, constant
// 5: it names another axis | a policy belongs to one axis and names it: `using axis = weir::axes::wake`
#ifndef TESTS_TRIAL_WAKE_ONE_BY_ONE_HPP
#define TESTS_TRIAL_WAKE_ONE_BY_ONE_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

namespace trial {

/// One worker at a time is woken to look for tasks.
struct one_by_one {
#if FIXED == 5
  using axis = weir::axes::workers;
#else
  using axis = weir::axes::wake;
#endif

  template <class P>
  class on {
#if FIXED != 4
   public:
#endif
#if FIXED == 1
    static constexpr bool enough = true;
#elif FIXED == 2
    inline static bool throttled = true;
#elif FIXED == 3
    static constexpr bool throttled() { return false; }
#else
    static constexpr bool throttled = true;
#endif
  };
};
static_assert(FIXED != 0 || weir::wake_policy<one_by_one>);

template <class P>
using verified = weir::pool<one_by_one, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif
