// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_BROKEN_HALF_AT_START_HPP
#define MINE_BROKEN_HALF_AT_START_HPP

#include <weir/concepts/growth_policy.hpp>
#include <weir/pool.hpp>

#include <cstddef>

namespace mine {

/// As half_at_start, but a worker is started only for the first task that waits: "the others will find it running."
struct broken_half_at_start {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept { return (capacity + 1) / 2; }
    static constexpr bool wants(std::size_t queued) noexcept { return queued == 1; }
  };
};

static_assert(weir::growth_policy<broken_half_at_start>);

template <class P>
using broken_half_pool = weir::pool<broken_half_at_start, P>;

}  // namespace mine

#endif
