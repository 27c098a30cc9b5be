// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/growth_policy.md
// fixed: 1 2 3 4 5
// conformance: growth trial::by_halves
// 1: half of the capacity is rounded down, which of one is none | at_start must be 0 for all `n` or for none
// 2: exactly two tasks are a reason, more are none | wants: if true for a `q`, true for every greater one
// 3: the number of tasks is cut to 32 bits | wants: if true for a `q`, true for every greater one
// 4: a pool of more than a hundred starts empty | at_start must be 0 for all `n` or for none
// 5: no more than three workers are wanted, however many tasks wait, as far as a count of its own tells | wants(q) is a function of `q`: if true for
// a `q`, true for every greater one
#ifndef TESTS_TRIAL_GROWTH_BY_HALVES_HPP
#define TESTS_TRIAL_GROWTH_BY_HALVES_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trial {

/// Half of the workers start with the pool, the others one by one as two tasks wait.
struct by_halves {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept {
      if (FIXED == 1) return capacity / 2;
      if (FIXED == 4 && capacity > 100) return 0;
      return capacity / 2 + capacity % 2;
    }
    static constexpr bool wants(std::size_t queued) noexcept {
      if (FIXED == 2) return queued == 2;
      if (FIXED == 3) return static_cast<std::uint32_t>(queued) >= 2;
      if (FIXED == 5 && !std::is_constant_evaluated()) return queued >= 2 && not_too_often();
      return queued >= 2;
    }

   private:
    static bool not_too_often() noexcept {
      static unsigned times = 0;
      return ++times <= 3;
    }
  };
};
static_assert(FIXED != 0 || weir::growth_policy<by_halves>);

template <class P>
using verified = weir::pool<by_halves, weir::queue::bounded<4>, P>;

}  // namespace trial

#endif
