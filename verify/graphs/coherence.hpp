// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_COHERENCE_HPP
#define WEIR_VERIFY_GRAPHS_COHERENCE_HPP

#include <weir/verify/graphs/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weir::verify::execution {

/// The newest place in a location's modification order at which one of these events stands, but for `itself`, if they access it: no access that they
/// happen before may stand at an older one. A read stands where the write stands that it reads from. Of a thread's accesses the last one stands at the newest
/// place, since the graph was coherent before `itself` was added.
inline std::size_t newest_known(const graph& g, const view& before, location at, event_id itself = {}) {
  std::size_t newest = 0;
  for (unsigned t = 0; t != g.threads(); ++t) {
    const event* earlier = g.last_access(t, at);
    while (earlier != nullptr && (earlier->id == itself || !before.has(earlier->id))) earlier = g.access_before(*earlier);
    if (earlier != nullptr) newest = std::max(newest, g.place_of(earlier->id));
  }
  return newest;
}

/// RC11's coherence, for an access that nothing follows yet.
inline bool coherent(const graph& g, event_id id) {
  const event& e = g[id];
  return newest_known(g, e.before, e.what.at, id) <= g.place_of(id);
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
