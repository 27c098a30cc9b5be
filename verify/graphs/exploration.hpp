// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_EXPLORATION_HPP
#define WEIR_VERIFY_GRAPHS_EXPLORATION_HPP

#include <weir/verify/graphs/coherence.hpp>
#include <weir/verify/graphs/program.hpp>
#include <weir/verify/graphs/revisit.hpp>
#include <weir/verify/graphs/sequential.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace weir::verify::execution {

/// Finds every execution graph of a program that RC11 allows, each once: "TruSt", by Kokologiannakis, Marmanis, Gladstein and
/// Vafeiadis (POPL 2022). A graph grows by one step at a time. A read reads from each write that is there, a write goes to
/// each place in modification order, and is given to each read that was there before it: see `revisit`. What is not consistent is
/// left at once, and can only come from the last step. Nothing is remembered but the way to the current graph.
template <program Program>
class exploration {
 public:
  explicit exploration(Program& program) : program_(program) { graphs_.emplace_back(); }

  /// Goes to the next execution in which no thread has another step; false when there is none left.
  bool next() {
    if (ended_ || (begun_ && !advance())) return ended_ = true, false;
    begun_ = true;
    while (const std::optional<step> s = program_.next(graphs_.back())) {
      begin(*s);
      if (!advance()) return ended_ = true, false;
    }
    return true;
  }

  [[nodiscard]] const graph& execution() const { return graphs_.back(); }

  /// Graphs of which no choice for the next step was consistent. RC11 has none: the tests see to it.
  [[nodiscard]] std::uint64_t dead_ends() const { return dead_ends_; }

 private:
  struct choice {
    event_id from;
    std::size_t place = 0;
    std::optional<event_id> revisited;
  };
  /// A step of the way, and what else is possible in its stead.
  struct junction {
    step what;
    std::vector<choice> choices;
    std::size_t tried = 0;
    bool taken = false;
    bool passed = false;
  };

  static event_id append(graph& g, const step& s, event_id from, std::size_t place) {
    const event& e = g.add(s.thread, s.what, from);
    const event_id id = e.id;
    if (e.writes) g.place(id, place);
    return id;
  }
  static void take_back(graph& g) {
    const event_id last = g.added().back();
    if (g[last].writes) g.displace(last);
    g.remove_last();
  }

  void begin(const step& s) {
    junction j{s, {}};
    graph& g = graphs_.back();
    const std::vector<event_id> writes = g.writes_of(s.what.at);
    if (s.what.reads()) {
      for (std::size_t i = writes.size(); i != 0; --i) {
        j.choices.push_back({writes[i - 1], i, std::nullopt});
        if (s.what.does == action::update) add_revisits(j, j.choices.back());
      }
    } else if (s.what.does == action::write) {
      for (std::size_t i = writes.size(); i != 0; --i) j.choices.push_back({{}, i, std::nullopt});
      add_revisits(j, j.choices.front());
    } else {
      j.choices.emplace_back();
    }
    junctions_.push_back(std::move(j));
  }

  /// The revisits by the step, added as `made` says. An update keeps its place; a write goes to each.
  void add_revisits(junction& j, const choice made) {
    graph& g = graphs_.back();
    const event_id id = append(g, j.what, made.from, made.place);
    if (g[id].writes) {
      for (const event_id read : g.added()) {
        const revisit r{read, id};
        if (!r.possible(g) || !r.maximal(g)) continue;
        std::size_t places = 0;
        for (const event_id w : g.writes_of(j.what.what.at)) places += w.is_initial() || (w != id && w != read && !r.goes(g, g[w])) ? 1 : 0;
        if (g[id].reads()) j.choices.push_back({made.from, made.place, read});
        for (std::size_t i = places; !g[id].reads() && i != 0; --i) j.choices.push_back({{}, i, read});
      }
    }
    take_back(g);
  }

  /// Makes the step; whether the graph is consistent then.
  bool take(junction& j, const choice& c) {
    j.taken = true;
    if (!c.revisited) {
      graph& g = graphs_.back();
      const event_id id = append(g, j.what, c.from, c.place);
      return coherent(g, id) && (!g[id].writes || atomic_updates(g, j.what.what.at)) && sequential::consistent(g);
    }
    graph& before = graphs_.back();
    const event_id write = append(before, j.what, c.from, before.writes_of(j.what.what.at).size());
    graph after = revisit{*c.revisited, write}.made(before);
    take_back(before);
    graph& g = graphs_.emplace_back(std::move(after));
    g.place(write, !g[write].reads() ? c.place : c.from.is_initial() ? 1 : g.place_of(c.from) + 1);
    if (g[*c.revisited].writes) g.place(*c.revisited, g.place_of(write) + 1);
    return coherent(g, write) && coherent(g, *c.revisited) && atomic_updates(g, j.what.what.at) && sequential::consistent(g);
  }

  void leave(junction& j) {
    j.taken = false;
    if (j.choices[j.tried - 1].revisited)
      graphs_.pop_back();
    else
      take_back(graphs_.back());
  }

  /// Takes the next choice there is, of the last junction that has one.
  bool advance() {
    bool rewound = false;
    for (; !junctions_.empty(); junctions_.pop_back()) {
      junction& j = junctions_.back();
      if (j.taken) {
        leave(j);
        rewound = true;
      }
      while (j.tried != j.choices.size()) {
        const choice& c = j.choices[j.tried++];
        if (take(j, c)) {
          if (rewound || c.revisited) program_.rewound();
          j.passed = true;
          return true;
        }
        leave(j);
      }
      if (!j.passed) ++dead_ends_;
    }
    return false;
  }

  Program& program_;
  std::vector<graph> graphs_;
  std::vector<junction> junctions_;
  std::uint64_t dead_ends_ = 0;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace weir::verify::execution

#endif
