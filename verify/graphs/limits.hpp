// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_LIMITS_HPP
#define WEIR_VERIFY_GRAPHS_LIMITS_HPP

#include <weir/verify/graphs/graph.hpp>

#include <array>
#include <cstddef>

namespace weir::verify::execution {

/// How often an execution may have each kind of luck.
using limits = std::array<unsigned, kinds_of_luck>;
inline constexpr limits unlimited{~0U, ~0U, ~0U, ~0U, ~0U};

[[nodiscard]] inline bool within(const limits& most, const graph& g) {
  limits had{};
  for (const event_id id : g.added())
    if (g[id].outcome != 0 && g[id].what.counts_as != luck::any) ++had[static_cast<std::size_t>(g[id].what.counts_as)];
  for (std::size_t i = 0; i != kinds_of_luck; ++i)
    if (had[i] > most[i]) return false;
  return true;
}

}  // namespace weir::verify::execution

#endif
