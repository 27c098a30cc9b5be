// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_EXPLORATION_HPP
#define WEIR_VERIFY_GRAPHS_EXPLORATION_HPP

#include <weir/verify/graphs/coherence.hpp>
#include <weir/verify/graphs/identical.hpp>
#include <weir/verify/graphs/limits.hpp>
#include <weir/verify/graphs/program.hpp>
#include <weir/verify/graphs/revisit.hpp>
#include <weir/verify/graphs/sequential.hpp>
#include <weir/verify/support/share.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace weir::verify::execution {

/// Finds every execution graph of a program that RC11 allows, each once: "TruSt", by Kokologiannakis, Marmanis, Gladstein and
/// Vafeiadis (POPL 2022). A graph grows by one step at a time. A read reads from each write that is there, a write goes to
/// each place in modification order, and is given to each read that was there before it: see `revisit`. A step that waits for a lock or for a
/// notification is added when there is one, so that no execution is searched in which it waits in vain (after "Unblocking dynamic partial order
/// reduction", by Kokologiannakis, Marmanis and Vafeiadis, CAV 2023). What is not consistent is
/// left at once, and can only come from the last step. Nothing is remembered but the way to the current graph.
template <program Program>
class exploration {
 public:
  explicit exploration(Program& program, const limits& most = unlimited, checker::share mine = {})
      : program_(program), most_(most), mine_(mine), own_(mine.has(0)) {
    for (std::uint64_t n = mine.total; n > 64; n /= 32) ++cut_;
  }

  /// Goes to the next execution in which no thread has another step; false when there is none left.
  bool next() {
    if (ended_ || (begun_ && !advance())) return ended_ = true, false;
    begun_ = true;
    while (begin())
      if (!advance()) return ended_ = true, false;
    return true;
  }

  /// The one execution that these choices lead to, and no other; false when the program does not offer them.
  bool go_to(const std::vector<unsigned>& path) {
    std::size_t at = 0;
    ended_ = true;
    while (begin()) {
      junction& j = junctions_.back();
      const unsigned index = j.choices.size() > 1 && at != path.size() ? path[at++] : 0;
      if (index >= j.choices.size()) return false;
      j.tried = index + 1;
      if (!take(j, j.choices[index])) return false;
      if (j.choices[index].revisited) program_.rewound();
    }
    return at == path.size();
  }
  /// The choices that lead to this execution, where there were several.
  [[nodiscard]] std::vector<unsigned> path() const {
    std::vector<unsigned> all;
    for (const junction& j : junctions_)
      if (j.choices.size() > 1) all.push_back(static_cast<unsigned>(j.tried - 1));
    while (!all.empty() && all.back() == 0) all.pop_back();
    return all;
  }
  /// False when this execution only shows the way, and is another process's to count.
  [[nodiscard]] bool counts() const { return own_; }

  /// Executions by chance, which tell how many there are: "stochastic enumeration" (Rubinstein, 2013; Vaisman and Kroese, 2017), Knuth's estimate (1975)
  /// with many ways at a time. Each makes one step; of all graphs that may follow, at most `breadth` are kept, and stand for all. `below(n)` is a number
  /// below n. `ends(so_many, path)`, called at each execution, which stands for so many: false ends it. What next() does must not follow.
  template <class Below, class Ends>
  void go_many_ways(std::size_t breadth, Below below, Ends ends) {
    struct way {
      graph at;
      std::vector<unsigned> path;
      event_id anew{};
    };
    double each = 1;
    for (std::vector<way> ways(1), kept; !ways.empty(); ways.swap(kept), kept.clear()) {
      std::size_t all = 0;
      for (way& w : ways) {
        junctions_.clear();
        made_.clear();
        graph_ = std::move(w.at);
        anew_ = w.anew;
        program_.rewound();
        if (!begin()) {
          if (!ends(each, w.path)) return;
          continue;
        }
        junction& j = junctions_.back();
        while (j.tried != j.choices.size()) {
          if (take(j, j.choices[j.tried++])) {
            const std::size_t place = all++ < breadth ? kept.size() : below(static_cast<unsigned>(all));
            if (place == kept.size() && place < breadth) kept.emplace_back();
            if (place < breadth) {
              kept[place] = {graph_, w.path, anew_};
              if (j.choices.size() > 1) kept[place].path.push_back(static_cast<unsigned>(j.tried - 1));
            }
          }
          leave(j);
        }
      }
      if (all > breadth) each *= static_cast<double>(all) / static_cast<double>(breadth);
    }
  }

  [[nodiscard]] const graph& execution() const { return graph_; }

  /// Graphs of which no choice for the next step was consistent. RC11 has none: the tests see to it.
  [[nodiscard]] std::uint64_t dead_ends() const { return dead_ends_; }

 private:
  struct choice {
    event_id from;
    std::size_t place = 0;
    std::optional<event_id> revisited{};
    unsigned outcome = 0;  ///< of the read that is revisited, or else of the step
    unsigned made = 0;  ///< outcome of the step, if a read is revisited
  };
  /// A step of the way, and what else is possible in its stead.
  struct junction {
    step what;
    std::vector<choice> choices;
    event_id anew{};  ///< an update that is there already, and may be given to reads
    std::size_t tried = 0;
    bool taken = false;
    bool passed = false;
  };

  static event_id append(graph& g, const step& s, event_id from, std::size_t place, unsigned outcome) {
    const event& e = g.add(s.thread, s.what, from, outcome);
    const event_id id = e.id;
    if (e.writes) g.place(id, place);
    return id;
  }
  static void take_back(graph& g) {
    const event_id last = g.added().back();
    if (g[last].writes) g.displace(last);
    g.remove_last();
  }

  /// The next step. An update that has been given a write has written anew: what it writes now is given to reads, like what a new step writes.
  bool begin() {
    if (anew_.is_initial()) {
      const std::optional<step> s = program_.next(graph_);
      if (s) begin(*s);
      return s.has_value();
    }
    const event& e = graph_[anew_];
    junction j{{e.id.thread, e.what}, {{.from = e.from}}, e.id};
    add_revisits(j, j.choices.front(), reads_of_others(graph_, e.id.thread, e.what));
    junctions_.push_back(std::move(j));
    return true;
  }

  void begin(const step& s) {
    junction j{s, {}};
    graph& g = graph_;
    const std::vector<event_id> writes = g.writes_of(s.what.at);
    const std::vector<event_id> others = reads_of_others(g, s.thread, s.what);
    const std::vector<event>& mine = g.of(s.thread);
    const std::size_t known = s.what.accesses() && !mine.empty() ? newest_known(g, mine.back().before, s.what.at) : 0;
    if (s.what.reads()) {
      const bool may_go_on = s.what.chained() && !g.would_wait(s.thread, s.what);
      for (std::size_t i = writes.size(); i > known; --i) {
        // What waits has read the newest value, or there is another execution in which it has.
        if (!g.would_go_on(s.what, writes[i - 1]) && (i != writes.size() || may_go_on)) continue;
        for (unsigned o = 0; o != s.what.outcomes(g.value_of(writes[i - 1])); ++o) {
          j.choices.push_back({.from = writes[i - 1], .place = i, .outcome = o});
          if (s.what.does == action::update) add_revisits(j, j.choices.back(), others);
        }
      }
    } else if (s.what.does == action::write) {
      for (std::size_t i = writes.size(); i > known; --i) j.choices.push_back({.from = {}, .place = i});
      add_revisits(j, j.choices.front(), others);
    } else {
      for (unsigned o = 0; o != s.what.outcomes(0); ++o) j.choices.push_back({.from = {}, .outcome = o});
    }
    junctions_.push_back(std::move(j));
  }

  /// The revisits by the step, added as `made` says. An update keeps its place; a write goes to each.
  void add_revisits(junction& j, const choice made, const std::vector<event_id>& reads) {
    if (reads.empty()) return;
    graph& g = graph_;
    const event_id id = j.anew.is_initial() ? append(g, j.what, made.from, made.place, made.outcome) : j.anew;
    if (g[id].writes) {
      for (const event_id read : reads) {
        const revisit r{read, id};
        if (!r.possible(g) || !r.maximal(g)) continue;
        std::size_t places = 0;
        for (const event_id w : g.writes_of(j.what.what.at)) places += w.is_initial() || (w != id && w != read && !r.goes(g, g[w])) ? 1 : 0;
        for (unsigned o = 0; o != g[read].what.outcomes(g[id].left); ++o) {
          if (g[id].reads()) j.choices.push_back({made.from, made.place, read, o, made.outcome});
          for (std::size_t i = places; !g[id].reads() && i != 0; --i) j.choices.push_back({{}, i, read, o, 0});
        }
      }
    }
    if (j.anew.is_initial()) take_back(g);
  }

  /// Makes the step; whether the graph is consistent then.
  bool take(junction& j, const choice& c) {
    j.taken = true;
    anew_ = {};
    if (!c.revisited) {
      if (!j.anew.is_initial()) return true;
      const event_id id = append(graph_, j.what, c.from, c.place, c.outcome);
      // and coherent: begin() has offered no other place
      return (c.outcome == 0 || within(most_, graph_)) && in_order(graph_, id) &&
             (!graph_[id].writes || atomic_updates(graph_, j.what.what.at)) && sequential::consistent(graph_, id);
    }
    graph& g = graph_;
    const event_id write = j.anew.is_initial() ? append(g, j.what, c.from, g.writes_of(j.what.what.at).size(), c.made) : j.anew;
    made_.push_back(revisit{*c.revisited, write}.make(g, c.outcome));
    g.place(write, !g[write].reads() ? c.place : c.from.is_initial() ? 1 : g.place_of(c.from) + 1);
    const bool waits = !made_.back().read;
    if (!waits && g[*c.revisited].writes) {
      g.place(*c.revisited, g.place_of(write) + 1);
      anew_ = *c.revisited;
    }
    return within(most_, g) && in_order(g, write) && coherent(g, write) &&
           (waits || (in_order(g, *c.revisited) && coherent(g, *c.revisited))) && atomic_updates(g, j.what.what.at) &&
           sequential::consistent(g, write);
  }

  void leave(junction& j) {
    j.taken = false;
    if (const std::optional<event_id> read = j.choices[j.tried - 1].revisited) {
      revisit{*read, made_.back().write.id}.undo(graph_, made_.back());
      made_.pop_back();
    }
    if (j.anew.is_initial()) take_back(graph_);
    anew_ = j.anew;
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
          j.passed = true;
          if (j.tried == 1 || enter()) {
            if (rewound || c.revisited) program_.rewound();
            return true;
          }
        }
        leave(j);
      }
      if (!j.passed) ++dead_ends_;
    }
    return false;
  }

  /// Whether the way to here is to be followed. Shared out, the tree is cut below the first few choices that were not the first: every execution
  /// with fewer of them, and every subtree below so many, is a piece. All processes walk what is above the cut, so all meet the pieces in the
  /// same order, and each enters its own.
  bool enter() {
    if (mine_.whole()) return true;
    const auto deviations = std::count_if(junctions_.begin(), junctions_.end(), [](const junction& j) { return j.tried != 1; });
    if (deviations > cut_) return true;
    own_ = mine_.has(++piece_);
    return own_ || deviations < cut_;
  }

  Program& program_;
  limits most_;
  checker::share mine_;
  std::ptrdiff_t cut_ = 3;  // deviations below which a subtree is a piece: some thousand pieces
  std::uint64_t piece_ = 0;  // the number of the last one met
  bool own_;  // and whether it is one of this process
  graph graph_;
  event_id anew_{};  // an update that has been given a write just now
  std::vector<revisit::before> made_;  // by the junctions, in their order
  std::vector<junction> junctions_;
  std::uint64_t dead_ends_ = 0;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace weir::verify::execution

#endif
