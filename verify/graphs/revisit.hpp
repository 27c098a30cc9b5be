// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_REVISIT_HPP
#define WEIR_VERIFY_GRAPHS_REVISIT_HPP

#include <weir/verify/graphs/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weir::verify::execution {

/// What a write by this step could be given to, in the order in which it was added. To save time, reads are left out that the thread knows of.
inline std::vector<event_id> reads_of_others(const graph& g, unsigned thread, const label& what) {
  std::vector<event_id> all;
  if (what.does != action::write && what.does != action::update) return all;
  const std::vector<event>& mine = g.of(thread);
  for (unsigned t = 0; t != g.threads(); ++t)
    for (const event* e = g.last_access(t, what.at); e != nullptr && (mine.empty() || !mine.back().prefix.has(e->id));
         e = g.access_before(*e))
      if (e->reads()) all.push_back(e->id);
  std::sort(all.begin(), all.end(), [&g](event_id a, event_id b) { return g[a].stamp < g[b].stamp; });
  return all;
}

/// A write that was added last is given to a read that was there before: the read reads from it, and what was added since the
/// read goes, but for what the write follows.
struct revisit {
  event_id read;
  event_id write;

  /// The write must not follow the read, in program order and reads-from. A sleeper is not given what does not wake it: it sleeps on until what does.
  [[nodiscard]] bool possible(const graph& g) const {
    return !g[write].prefix.has(read) && !(g[read].what.goes_on == condition::cleared && waits(g));
  }
  /// The read would wait then, for another write. It goes, too, and is added when that is there. It cannot but follow the write, which is given to
  /// it, as long as that stays.
  [[nodiscard]] bool waits(const graph& g) const { return g[read].what.chained() && !g.would_go_on(g[read].what, write); }

  [[nodiscard]] bool goes(const graph& g, const event& e) const { return goes(g, e, g[read].stamp); }

  /// What goes, and the read, are as the search adds them first: each reads the newest write of its time, or writes the newest, has the first
  /// of its outcomes, and was not given to a read of its time. The same revisit is possible in many graphs that differ in what goes; it is made in this
  /// one only. So what a write follows that was given to a read stays for good: the write is in its way. Nor does a write go that was given to a read
  /// that is gone, as it would wait. A chained step reads the newest write of its time that it does not wait at.
  [[nodiscard]] bool maximal(const graph& g) const {
    for (const event_id id : g.added())
      if ((id == read || goes(g, g[id])) && !added_at_its_newest(g, g[id])) return false;
    return true;
  }

  /// What the graph was, where it is another one now.
  struct before {
    graph::taken gone;
    event write;
    std::optional<event> read;  ///< if it is still there
  };
  /// Makes it the graph in which the read reads from the write. Neither has a place in modification order then.
  [[nodiscard]] before make(graph& g, unsigned outcome) const {
    const bool drops = waits(g);
    const std::uint32_t time = g[read].stamp;
    before was{g.take_out([&](const event& e) { return goes(g, e, time) || (drops && e.id == read); }), {}, {}};
    was.write = g[write];
    g.displace(write);
    if (drops) {
      g.give(write);
    } else {
      was.read = g[read];
      if (was.read->writes) g.displace(read);
      g.reread(read, write, outcome);
    }
    return was;
  }
  /// Makes it the graph that it was, once both have places.
  void undo(graph& g, const before& was) const {
    if (was.read) {
      if (g[read].writes) g.displace(read);
      g.displace(write);
      g.restore(*was.read);
    } else {
      g.displace(write);
    }
    g.restore(was.write);
    g.put_back(was.gone);
  }

 private:
  [[nodiscard]] bool goes(const graph& g, const event& e, std::uint32_t time) const { return e.stamp > time && !g[write].prefix.has(e.id); }

  /// `other` was there when `e` was added, or would have been, had all that the write follows been added first.
  [[nodiscard]] bool in_time_of(const graph& g, const event& e, const event& other) const {
    return other.id != write && (other.stamp <= e.stamp || g[write].prefix.has(other.id));
  }

  [[nodiscard]] bool added_at_its_newest(const graph& g, const event& e) const {
    if (e.outcome != 0 || e.given) return false;
    if (!e.what.accesses()) return true;
    const std::vector<event_id>& writes = g.writes_of(e.what.at);
    for (std::size_t i = g.place_of(e.id) + 1; i < writes.size() && !e.what.chained(); ++i)
      if (in_time_of(g, e, g[writes[i]])) return false;
    if (!e.writes) return true;  // nothing reads from it
    for (const event_id id : g.added())
      if (g[id].from == e.id && in_time_of(g, e, g[id])) return false;
    return true;
  }
};

}  // namespace weir::verify::execution

#endif
