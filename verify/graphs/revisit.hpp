// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_REVISIT_HPP
#define WEIR_VERIFY_GRAPHS_REVISIT_HPP

#include <weir/verify/graphs/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weir::verify::execution {

/// A write that was added last is given to a read that was there before: the read reads from it, and what was added since the
/// read goes, but for what the write follows.
struct revisit {
  event_id read;
  event_id write;

  /// The write must not follow the read, in program order and reads-from, and must follow what was given to it. A sleeper is not given what does
  /// not wake it: in another execution it has not been woken.
  [[nodiscard]] bool possible(const graph& g) const {
    const event& r = g[read];
    const view& ahead = g[write].prefix;
    return r.reads() && read != write && r.what.at == g[write].what.at && !ahead.has(read) && g.may_follow(read, r.what.at, ahead) &&
           !(r.what.goes_on == condition::cleared && waits(g));
  }
  /// The read would wait then, for another write. It goes, too, and is added when that is there; nothing else that has to follow the read can
  /// make it go on, so what was added meanwhile may stay.
  [[nodiscard]] bool waits(const graph& g) const { return g[read].what.chained() && !g.would_go_on(g[read].what, write); }

  [[nodiscard]] bool goes(const graph& g, const event& e) const { return goes(g, e, g[read].stamp); }

  /// What goes, and the read, are as the search adds them first: each reads the newest write of its time, or writes the newest, has the first
  /// of its outcomes, and no read of its time was given to it. The same revisit is possible in many graphs that differ in what goes; it is made in this one only.
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
    std::vector<std::pair<event_id, waiter>> given;  ///< writes that were given to what has gone
  };
  /// Makes it the graph in which the read reads from the write. Neither has a place in modification order then.
  [[nodiscard]] before make(graph& g, unsigned outcome) const {
    const bool drops = waits(g);
    const std::uint32_t time = g[read].stamp;
    const waiter step{read, g[read].since};
    before was{g.take_out([&](const event& e) { return goes(g, e, time) || (drops && e.id == read); }), {}, {}, {}};
    for (const event_id id : g.added())  // a waiter goes like any step that was added since
      if (const waiter to = g[id].given_to; to.since > time) {
        was.given.emplace_back(id, to);
        g.give(id, {});
      }
    was.write = g[write];
    g.displace(write);
    if (drops) {
      g.give(write, step);
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
    for (const auto& [id, to] : was.given) g.give(id, to);
    g.put_back(was.gone);
  }

 private:
  [[nodiscard]] bool goes(const graph& g, const event& e, std::uint32_t time) const { return e.stamp > time && !g[write].prefix.has(e.id); }

  /// `other` was there when `e` was added, or would have been, had all that the write follows been added first.
  [[nodiscard]] bool in_time_of(const graph& g, const event& e, const event& other) const {
    return other.id != write && (other.stamp <= e.stamp || g[write].prefix.has(other.id));
  }

  [[nodiscard]] bool added_at_its_newest(const graph& g, const event& e) const {
    if (e.outcome != 0 || !e.given_to.step.is_initial()) return false;
    if (!e.what.accesses()) return true;
    const std::vector<event_id>& writes = g.writes_of(e.what.at);
    for (std::size_t i = g.place_of(e.id) + 1; i < writes.size(); ++i)
      if (writes[i] != e.id && in_time_of(g, e, g[writes[i]]) && (!e.what.chained() || g.would_go_on(e.what, writes[i]))) return false;
    if (!e.writes) return true;
    for (const event_id id : g.added()) {
      const event& other = g[id];
      if (other.reads() && other.from == e.id && in_time_of(g, e, other)) return false;
    }
    return true;
  }
};

}  // namespace weir::verify::execution

#endif
