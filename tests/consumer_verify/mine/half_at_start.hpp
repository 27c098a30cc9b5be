// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_HALF_AT_START_HPP
#define MINE_HALF_AT_START_HPP

#include <weir/concepts/growth_policy.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/pool.hpp>
#include "token_park.hpp"

#include <cstddef>

namespace mine {

/// Half of the workers start with the pool, the others when a task waits.
struct half_at_start {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept { return capacity - capacity / 2; }
    static constexpr bool wants(std::size_t queued) noexcept { return queued >= 1; }
  };
};

static_assert(weir::growth_policy<half_at_start>);

template <class P>
using half_pool = weir::pool<half_at_start, token_park, weir::expiry::after_idle, P>;

}  // namespace mine

#endif
