// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/growth_policy.md
// fixed: 1 2 3 4 5
// conformance: growth trial::one_ahead
// 1: even numbers of tasks only | wants: if true for a `q`, true for every greater one
// 2: wants() may throw | wants: may throw: no
// 3: at_start() gives a signed number | at_start returns `unsigned`
// 4: a backlog of more than two million is an overload, and no reason to grow | wants: if true for a `q`, true for every greater one
// 5: wants() looks at a number that is set at run time | wants is `constexpr`
#ifndef TESTS_TRIAL_GROWTH_ONE_AHEAD_HPP
#define TESTS_TRIAL_GROWTH_ONE_AHEAD_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstddef>

namespace trial {

/// One worker is there before the first task, and another starts whenever a task waits.
struct one_ahead {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
#if FIXED == 3
    static constexpr int at_start(unsigned) noexcept { return 1; }
#else
    static constexpr unsigned at_start(unsigned) noexcept { return 1; }
#endif
#if FIXED == 2
    static constexpr bool wants(std::size_t queued) { return queued != 0; }
#elif FIXED == 5
    inline static std::size_t limit = 1;
    static bool wants(std::size_t queued) noexcept { return queued >= limit; }
#else
    static constexpr bool wants(std::size_t queued) noexcept {
      if (FIXED == 1) return queued != 0 && queued % 2 == 0;
      if (FIXED == 4) return queued != 0 && queued <= 2'000'000;
      return queued != 0;
    }
#endif
  };
};
static_assert(FIXED != 0 || weir::growth_policy<one_ahead>);

template <class P>
using verified = weir::pool<one_ahead, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif
