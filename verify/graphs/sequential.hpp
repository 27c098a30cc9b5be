// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_SEQUENTIAL_HPP
#define WEIR_VERIFY_GRAPHS_SEQUENTIAL_HPP

#include <weir/verify/graphs/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weir::verify::execution {

/// RC11's condition on sequentially consistent steps: the relation psc, between accesses and fences that are seq_cst, has no cycle.
class sequential {
 public:
  [[nodiscard]] static bool consistent(const graph& g) {
    std::size_t count = 0;
    for (const event_id id : g.added()) count += is_sc(g[id]) ? 1 : 0;
    return count < 2 || !sequential(g).has_cycle();
  }

 private:
  struct node {
    const event* e;
    std::size_t place;    ///< in modification order, as graph::place_of
    const event* leaves;  ///< the first event behind it in its thread that does not access its location
    const event* enters;  ///< the last event ahead of it in its thread that does not
  };

  explicit sequential(const graph& g) {
    for (unsigned t = 0; t != g.threads(); ++t) {
      const std::vector<event>& events = g.of(t);
      for (const event& e : events) {
        node n{&e, e.what.accesses() ? g.place_of(e.id) : 0, nullptr, nullptr};
        for (std::size_t i = e.id.index + 1U; i != events.size() && n.leaves == nullptr; ++i)
          if (!same_location(e, events[i])) n.leaves = &events[i];
        for (std::size_t i = e.id.index; i != 0 && n.enters == nullptr; --i)
          if (!same_location(e, events[i - 1])) n.enters = &events[i - 1];
        if (is_sc(e)) sc_.push_back(nodes_.size());
        nodes_.push_back(n);
      }
    }
  }

  static bool is_sc(const event& e) { return e.order() == std::memory_order_seq_cst; }
  static bool same_location(const event& a, const event& b) { return a.what.accesses() && b.what.accesses() && a.what.at == b.what.at; }
  static bool happens_before(const event& a, const event& b) { return b.before.has(a.id); }

  /// Program order, happens-before at one location or between steps at others, modification order, reads-before.
  static bool scb(const node& a, const node& b) {
    if (a.e->id.thread == b.e->id.thread && a.e->id.index < b.e->id.index) return true;
    if (same_location(*a.e, *b.e)) {
      if (a.e != b.e && happens_before(*a.e, *b.e)) return true;
      if (b.e->writes && a.place < b.place) return true;
    }
    return a.leaves != nullptr && b.enters != nullptr && happens_before(*a.leaves, *b.enters);
  }

  /// Extended coherence order: any path of reads-from, modification order and reads-before.
  static bool eco(const node& a, const node& b) {
    if (!same_location(*a.e, *b.e)) return false;
    return a.place < b.place || (a.place == b.place && a.e->writes && !b.e->writes);
  }

  /// A fence counts for all that happens after it, where a path begins, and before it, where a path ends. (The papers' edge between fences
  /// that are ordered by happens-before is one of these.)
  [[nodiscard]] bool psc(const node& from, const node& to) const {
    const bool leaves_fence = !from.e->what.accesses();
    const bool enters_fence = !to.e->what.accesses();
    const std::span<const node> all(nodes_);
    for (const node& a : leaves_fence ? all : std::span(&from, 1)) {
      if (&a != &from && !happens_before(*from.e, *a.e)) continue;
      for (const node& b : enters_fence ? all : std::span(&to, 1)) {
        if (&b != &to && !happens_before(*b.e, *to.e)) continue;
        if (scb(a, b) || (leaves_fence && enters_fence && eco(a, b))) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool has_cycle() const {
    enum mark : std::uint8_t { unseen, open, closed };
    std::vector<mark> marks(sc_.size(), unseen);
    const auto cyclic = [&](const auto& self, std::size_t i) -> bool {
      marks[i] = open;
      for (std::size_t j = 0; j != sc_.size(); ++j) {
        if (marks[j] == closed || !psc(nodes_[sc_[i]], nodes_[sc_[j]])) continue;
        if (marks[j] == open || self(self, j)) return true;
      }
      marks[i] = closed;
      return false;
    };
    for (std::size_t i = 0; i != sc_.size(); ++i)
      if (marks[i] == unseen && cyclic(cyclic, i)) return true;
    return false;
  }

  std::vector<node> nodes_;
  std::vector<std::size_t> sc_;
};

}  // namespace weir::verify::execution

#endif
