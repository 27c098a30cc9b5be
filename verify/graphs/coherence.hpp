// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_COHERENCE_HPP
#define WEIR_VERIFY_GRAPHS_COHERENCE_HPP

#include <weir/verify/graphs/graph.hpp>

namespace weir::verify::execution {

/// RC11's coherence, for an event that nothing follows yet: what happens before it, at its location, stands before it in
/// modification order. A read stands where the write stands that it reads from.
inline bool coherent(const graph& g, event_id id) {
  const event& e = g[id];
  if (!e.what.accesses()) return true;
  const std::size_t place = g.place_of(id);
  for (std::size_t t = 0; t != g.threads(); ++t) {
    const std::vector<event>& events = g.of(static_cast<unsigned>(t));
    for (std::size_t i = 0; i != e.before.count(static_cast<unsigned>(t)); ++i) {
      const event& earlier = events[i];
      if (!earlier.what.accesses() || earlier.what.at != e.what.at || earlier.id == id) continue;
      if (g.place_of(earlier.id) > place) return false;
    }
  }
  return true;
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
