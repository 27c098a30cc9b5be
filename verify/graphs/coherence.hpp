// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_COHERENCE_HPP
#define WEIR_VERIFY_GRAPHS_COHERENCE_HPP

#include <weir/verify/graphs/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weir::verify::execution {

/// The newest place in a location's modification order at which one of these events stands, if they access it: no access that they happen before
/// may stand at an older one. A read stands where the write stands that it reads from.
inline std::size_t newest_known(const graph& g, const view& before, location at) {
  std::size_t newest = 0;
  for (unsigned t = 0; t != g.threads(); ++t) {
    const std::vector<event>& events = g.of(t);
    for (std::size_t i = 0; i != before.count(t); ++i) {
      const event& earlier = events[i];
      if (earlier.what.accesses() && earlier.what.at == at) newest = std::max(newest, g.place_of(earlier.id));
    }
  }
  return newest;
}

/// RC11's coherence, for an event that nothing follows yet.
inline bool coherent(const graph& g, event_id id) {
  const event& e = g[id];
  return !e.what.accesses() || newest_known(g, e.before, e.what.at) <= g.place_of(id);
}

/// RC11's atomicity: an update stands right behind the write that it reads from.
inline bool atomic_updates(const graph& g, location at) {
  const std::vector<event_id>& writes = g.writes_of(at);
  for (std::size_t i = 1; i < writes.size(); ++i)
    if (g[writes[i]].reads() && g[writes[i]].from != writes[i - 1]) return false;
  return true;
}

}  // namespace weir::verify::execution

#endif
