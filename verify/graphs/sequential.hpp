// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_SEQUENTIAL_HPP
#define WEIR_VERIFY_GRAPHS_SEQUENTIAL_HPP

#include <weir/verify/graphs/graph.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace weir::verify::execution {

/// RC11's condition on sequentially consistent steps: the relation psc, between accesses and fences that are seq_cst, has no cycle.
class sequential {
 public:
  /// Of a graph that was consistent before this event. No other follows it, but for one that has read from it. So if it reads or writes its location's
  /// newest value, no path leads on from it, and it closes no cycle.
  [[nodiscard]] static bool consistent(const graph& g, event_id last) {
    const event& e = g[last];
    if (is_fence(e) || g.place_of(last) + 1 == g.writes_of(e.what.at).size()) return true;
    const sequential all(g);
    return all.sc_.size() < 2 || !all.has_cycle_through(last);
  }

 private:
  struct node {
    const event* e;
    std::size_t rank;  ///< in extended coherence order: twice its place in modification order, and one more for a read
    const event* leaves;  ///< the first event behind it in its thread that does not access its location
    const event* enters;  ///< the last event ahead of it in its thread that does not
  };
  static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  static constexpr std::uint16_t none = std::numeric_limits<std::uint16_t>::max();
  using by_thread = std::array<std::uint16_t, max_threads>;  // indexes of events

  explicit sequential(const graph& g) : threads_(static_cast<unsigned>(g.threads())) {
    nodes_.reserve(g.added().size());
    for (unsigned t = 0; t != threads_; ++t) {
      const std::vector<event>& events = g.of(t);
      for (const event& e : events) {
        node n{&e, e.what.accesses() ? 2 * g.place_of(e.id) + (e.writes ? 0 : 1) : 0, nullptr, nullptr};
        for (std::size_t i = e.id.index + 1U; i != events.size() && n.leaves == nullptr; ++i)
          if (!same_location(e, events[i])) n.leaves = &events[i];
        for (std::size_t i = e.id.index; i != 0 && n.enters == nullptr; --i)
          if (!same_location(e, events[i - 1])) n.enters = &events[i - 1];
        if (!is_fence(e)) locations_ = std::max<std::size_t>(locations_, e.what.at + 1U);
        if (is_sc(e)) sc_.push_back(nodes_.size());
        nodes_.push_back(n);
      }
    }
  }

  static bool is_sc(const event& e) { return e.order() == std::memory_order_seq_cst; }
  static bool is_fence(const event& e) { return !e.what.accesses(); }
  static bool same_location(const event& a, const event& b) { return a.what.accesses() && b.what.accesses() && a.what.at == b.what.at; }
  static bool happens_before(const event& a, const event& b) { return b.before.has(a.id); }

  /// The events with which a path from a seq_cst step begins: itself, and for a fence all that happens after it. Of each thread the first counts,
  /// as what leads on from a later one leads on from it.
  struct beginning {
    std::array<const node*, max_threads> first{};
    std::vector<std::size_t> lowest;  ///< rank by location
    std::vector<by_thread> first_at;  ///< index of the first event of each thread, by location
  };
  [[nodiscard]] beginning beginning_of(const node& from) const {
    beginning all{{}, std::vector(locations_, never), {}};
    all.first_at.resize(locations_);
    for (by_thread& each : all.first_at) each.fill(none);
    for (const node& a : nodes_) {
      if (a.e != from.e && !(is_fence(*from.e) && happens_before(*from.e, *a.e))) continue;
      const auto [thread, index] = a.e->id;
      if (all.first[thread] == nullptr) all.first[thread] = &a;
      if (is_fence(*a.e)) continue;
      const std::size_t at = a.e->what.at;
      all.lowest[at] = std::min(all.lowest[at], a.rank);
      all.first_at[at][thread] = std::min(all.first_at[at][thread], index);
    }
    return all;
  }

  /// scb: program order, happens-before at one location or between steps at others, modification order, reads-before.
  [[nodiscard]] bool scb(const beginning& from, const node& b) const {
    const node* const mine = from.first[b.e->id.thread];
    if (mine != nullptr && mine->e->id.index < b.e->id.index) return true;
    if (b.e->writes && from.lowest[b.e->what.at] < b.rank) return true;
    for (unsigned t = 0; t != threads_; ++t) {
      const node* const a = from.first[t];
      if (a == nullptr) continue;
      if (!is_fence(*b.e) && t != b.e->id.thread && from.first_at[b.e->what.at][t] < b.e->before.count(t)) return true;
      if (a->leaves != nullptr && b.enters != nullptr && happens_before(*a->leaves, *b.enters)) return true;
    }
    return false;
  }

  /// Extended coherence order: any path of reads-from, modification order and reads-before.
  static bool eco(const beginning& from, const node& b) { return !is_fence(*b.e) && from.lowest[b.e->what.at] < b.rank; }

  /// psc from one step: whether there is an edge to each of sc_. A fence counts for all that happens after it, where a path begins, and before it,
  /// where a path ends. (The papers' edge between fences that are ordered by happens-before is one of these.) `fenced`: the path may begin at a fence.
  [[nodiscard]] std::vector<bool> psc(const node& from, bool fenced) const {
    const beginning all = beginning_of(from);
    std::vector<bool> ends(nodes_.size());
    by_thread to_fence;  // in each thread the first end of a path to a fence
    to_fence.fill(none);
    for (std::size_t i = 0; i != nodes_.size(); ++i) {
      const event_id id = nodes_[i].e->id;
      ends[i] = scb(all, nodes_[i]);
      if (ends[i] || (fenced && eco(all, nodes_[i]))) to_fence[id.thread] = std::min(to_fence[id.thread], id.index);
    }
    std::vector<bool> edges;
    for (const std::size_t to : sc_) {
      bool leads = ends[to];
      for (unsigned t = 0; is_fence(*nodes_[to].e) && t != threads_; ++t) leads = leads || to_fence[t] < nodes_[to].e->before.count(t);
      edges.push_back(leads);
    }
    return edges;
  }

  /// Whether there is a cycle with a path in it that leads on from this event.
  [[nodiscard]] bool has_cycle_through(event_id last) const {
    enum mark : std::uint8_t { unseen, open, closed };
    std::vector<mark> marks(sc_.size(), unseen);
    const auto cyclic = [&](const auto& self, std::size_t i) -> bool {
      marks[i] = open;
      const node& n = nodes_[sc_[i]];
      const std::vector<bool> edges = psc(n, is_fence(*n.e));
      for (std::size_t j = 0; j != sc_.size(); ++j) {
        if (marks[j] == closed || !edges[j]) continue;
        if (marks[j] == open || self(self, j)) return true;
      }
      marks[i] = closed;
      return false;
    };
    const auto n = std::find_if(nodes_.begin(), nodes_.end(), [last](const node& each) { return each.e->id == last; });
    const std::vector<bool> edges = psc(*n, true);
    for (std::size_t i = 0; i != sc_.size(); ++i)
      if (edges[i] && marks[i] == unseen && cyclic(cyclic, i)) return true;
    return false;
  }

  const unsigned threads_;
  std::size_t locations_ = 0;
  std::vector<node> nodes_;
  std::vector<std::size_t> sc_;
};

}  // namespace weir::verify::execution

#endif
