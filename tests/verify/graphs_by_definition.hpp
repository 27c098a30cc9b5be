// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_BY_DEFINITION_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_BY_DEFINITION_HPP

#include "graphs_axioms.hpp"
#include "graphs_small_program.hpp"

#include <weir/verify/graphs/exploration.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace weir::tests {

/// All execution graphs of a small program, by brute force: each line that may read is given each line that may write there, or the
/// initial value; each line that has several outcomes is given each of them; the values follow; the writes of each location are put in each
/// order; and what the axioms forbid is left out. A thread that waits makes no further step, and what it has read is the newest value then:
/// executions in which it would read another are the same with a wait that goes on.
class graphs_by_definition {
 public:
  explicit graphs_by_definition(const small_program& p, const execution::limits& most = execution::unlimited) : program_(p), most_(most) {
    for (unsigned t = 0; t != p.threads.size(); ++t)
      for (const instruction& i : p.threads[t]) {
        lines_.push_back({t, &i});
        locations_ = std::max(locations_, i.what.at + 1);
      }
  }

  [[nodiscard]] unsigned locations() const { return locations_; }

  /// How many ways there are to give each read a write; their writes are then put in order.
  [[nodiscard]] std::size_t ways_to_read() const {
    std::size_t ways = 1;
    for (const line& l : lines_) {
      ways *= outcomes_at_most(l);
      if (!l.text->what.reads()) continue;
      std::size_t sources = 1;
      for (const line& w : lines_) sources += may_read_from(l, w) ? 1 : 0;
      ways *= sources;
    }
    return ways;
  }
  [[nodiscard]] std::size_t orders_of_writes() const {
    std::size_t orders = 1;
    std::vector<std::size_t> writes(locations_);
    for (const line& l : lines_)
      if (writes_maybe(l)) orders *= ++writes[l.text->what.at];
    return orders;
  }

  std::set<graph_key> all() {
    give(0);
    return found_;
  }

 private:
  static constexpr int initial = -1;

  struct line {
    unsigned thread;
    const instruction* text;
    int source = initial;
    unsigned outcome = 0;
    bool waits = false;
    bool done = false;
    bool exists = false;
    bool writes = false;
    std::uint16_t index = 0;  ///< among the events of its thread
    execution::value found = 0, left = 0;
    unsigned read_event = 0, write_event = 0;
    execution::label what{};
  };

  static bool writes_maybe(const line& l) {
    return l.text->what.does == execution::action::write || l.text->what.does == execution::action::update;
  }
  static bool may_read_from(const line& r, const line& w) { return &r != &w && writes_maybe(w) && w.text->what.at == r.text->what.at; }

  static unsigned outcomes_at_most(const line& l) {
    const execution::label& what = l.text->what;
    return what.does == execution::action::choose                  ? static_cast<unsigned>(what.operand)
           : what.weak || what.how == execution::change::clear_one ? 2
                                                                   : 1;
  }

  /// Gives a write to the reads from line `i` on, in every way, and an outcome to those that have several.
  void give(std::size_t i) {
    while (i != lines_.size() && !lines_[i].text->what.reads() && outcomes_at_most(lines_[i]) == 1) ++i;
    if (i == lines_.size()) {
      if (run()) order_writes();
      return;
    }
    for (int source = initial; source != static_cast<int>(lines_.size()); ++source) {
      if (source != initial && (!lines_[i].text->what.reads() || !may_read_from(lines_[i], lines_[static_cast<std::size_t>(source)])))
        continue;
      lines_[i].source = source;
      for (unsigned o = 0; o != outcomes_at_most(lines_[i]); ++o) {
        lines_[i].outcome = o;
        give(i + 1);
      }
    }
  }

  /// Computes the values. False where a read waits for itself (what the axioms call thin air), or reads from a line that does not
  /// write, or has a source or an outcome and is left out, or has more luck than there is.
  bool run() {
    for (line& l : lines_) l.done = l.waits = false;
    for (bool moves = true; moves;) {
      moves = false;
      unsigned thread = 0;
      std::uint16_t index = 0;
      execution::value last = 0;
      bool waits = false;
      bool ended = false;
      for (line& l : lines_) {
        if (l.thread != thread) {
          thread = l.thread;
          index = 0;
          last = 0;
          waits = ended = false;
        }
        if (waits) continue;
        if (!l.done) {
          l.exists = !ended && !l.text->left_out_after(last);
          l.found = 0;
          l.writes = false;
          if (!l.exists && (l.source != initial || l.outcome != 0)) return false;
          if (l.exists && l.text->what.reads() && l.source != initial) {
            const line& w = lines_[static_cast<std::size_t>(l.source)];
            waits = !w.done;
            if (waits) continue;
            if (!w.exists || !w.writes) return false;
            l.found = w.left;
          }
          l.what = l.text->after(last);
          if (l.exists && l.outcome >= l.what.outcomes(l.found)) return false;
          const auto left = l.exists ? l.what.written(l.found, l.outcome) : std::nullopt;
          l.writes = left.has_value();
          l.left = left.value_or(0);
          l.waits = l.exists && ((l.what.goes_on == execution::condition::written && !l.writes) ||
                                 (l.what.goes_on == execution::condition::not_zero && l.found == 0));
          l.index = index;
          l.done = moves = true;
        }
        if (l.exists) ++index;
        if (l.exists && l.what.reads()) last = l.found;
        if (l.exists && l.what.does == execution::action::choose) last = l.outcome;
        ended = ended || l.waits;
      }
    }
    return std::all_of(lines_.begin(), lines_.end(), [](const line& l) { return l.done; }) && within_limits();
  }

  [[nodiscard]] bool within_limits() const {
    for (std::size_t kind = 1; kind != execution::kinds_of_luck; ++kind) {
      const auto had = std::count_if(lines_.begin(), lines_.end(), [&](const line& l) {
        return l.exists && l.outcome != 0 && static_cast<std::size_t>(l.what.counts_as) == kind;
      });
      if (static_cast<std::size_t>(had) > most_[kind]) return false;
    }
    return true;
  }

  /// Whether what each waiting line reads is the newest value.
  [[nodiscard]] bool waits_at_the_newest(const std::vector<std::vector<std::size_t>>& writes) const {
    return std::all_of(lines_.begin(), lines_.end(), [&](const line& l) {
      if (!l.waits) return true;
      const std::vector<std::size_t>& all = writes[l.what.at];
      return l.source == initial ? all.empty() : static_cast<std::size_t>(l.source) == all.back();
    });
  }

  void order_writes() {
    candidate c;
    make_events(c);
    const axioms without_order(c);
    if (!without_order.no_thin_air()) return;
    std::vector<std::vector<std::size_t>> writes(locations_);
    for (std::size_t i = 0; i != lines_.size(); ++i)
      if (lines_[i].writes) writes[lines_[i].what.at].push_back(i);
    const auto order = [&](const auto& self, std::size_t at) -> void {
      if (at == locations_) {
        set_order(c, writes);
        if (waits_at_the_newest(writes) && without_order.atomicity() && without_order.coherence() &&
            (c.sc == 0 || without_order.sequential_consistency()))
          found_.insert(key(writes));
        return;
      }
      do self(self, at + 1);
      while (std::next_permutation(writes[at].begin(), writes[at].end()));
    };
    order(order, 0);
  }

  void make_events(candidate& c) {
    c.size = locations_;  // the initial values
    c.writes = (event_set{1} << locations_) - 1;
    std::vector<event_set> at(locations_);
    for (unsigned l = 0; l != locations_; ++l) at[l] = event_set{1} << l;
    unsigned thread = ~0U;
    event_set before = 0;
    for (line& l : lines_) {
      if (l.thread != thread) before = (event_set{1} << locations_) - 1;
      thread = l.thread;
      if (!l.exists) continue;
      const bool failed = l.what.does == execution::action::update && !l.writes;
      if (l.what.does == execution::action::choose) continue;
      const std::memory_order o = failed ? l.what.failure : l.what.order;
      const auto add = [&](event_set& kind) {
        const unsigned e = c.size++;
        const event_set self = event_set{1} << e;
        kind |= self;
        for (unsigned i = 0; i != e; ++i)
          if ((before >> i & 1) != 0) c.sb.add(i, e);
        before |= self;
        if (l.what.does != execution::action::fence) at[l.what.at] |= self;
        using enum std::memory_order;
        if (o == acquire || o == acq_rel || o == seq_cst) c.acquire |= self;
        if (o == release || o == acq_rel || o == seq_cst) c.release |= self;
        if (o == seq_cst) c.sc |= self;
        return e;
      };
      if (l.what.does == execution::action::fence) add(c.fences);
      if (l.what.reads()) l.read_event = add(c.reads);
      if (l.writes) l.write_event = add(c.writes);
      if (l.what.reads() && l.writes) c.rmw.add(l.read_event, l.write_event);
    }
    // acquire belongs to reads and fences, release to writes and fences
    c.acquire &= c.reads | c.fences;
    c.release &= c.writes | c.fences;
    for (const line& l : lines_)
      if (l.exists && l.what.reads())
        c.rf.add(l.source == initial ? l.what.at : lines_[static_cast<std::size_t>(l.source)].write_event, l.read_event);
    for (const event_set together : at)
      for (unsigned e = 0; e != c.size; ++e)
        if ((together >> e & 1) != 0) c.same_loc.to[e] |= together;
  }

  void set_order(candidate& c, const std::vector<std::vector<std::size_t>>& writes) const {
    c.mo = {};
    for (unsigned l = 0; l != locations_; ++l)
      for (std::size_t i = 0; i != writes[l].size(); ++i) {
        const unsigned e = lines_[writes[l][i]].write_event;
        c.mo.add(l, e);
        for (std::size_t j = 0; j != i; ++j) c.mo.add(lines_[writes[l][j]].write_event, e);
      }
  }

  [[nodiscard]] execution::event_id id_of(const line& l) const { return {static_cast<std::uint16_t>(l.thread), l.index}; }

  [[nodiscard]] graph_key key(const std::vector<std::vector<std::size_t>>& writes) const {
    graph_key k;
    for (unsigned t = 0; t != program_.threads.size(); ++t) {
      k.push_back(0);
      const std::size_t size = k.size() - 1;
      for (const line& l : lines_) {
        if (l.thread != t || !l.exists) continue;
        ++k[size];
        k.push_back(static_cast<std::uint8_t>(l.outcome));
        if (l.what.reads()) add_to(k, l.source == initial ? execution::event_id{} : id_of(lines_[static_cast<std::size_t>(l.source)]));
        k.push_back(static_cast<std::uint8_t>(l.found));
        k.push_back(static_cast<std::uint8_t>(l.left));
      }
    }
    for (unsigned l = 0; l != locations_; ++l) {
      k.push_back(static_cast<std::uint8_t>(writes[l].size() + 1));
      add_to(k, {});
      for (const std::size_t w : writes[l]) add_to(k, id_of(lines_[w]));
    }
    return k;
  }

  const small_program& program_;
  execution::limits most_;
  std::vector<line> lines_;
  unsigned locations_ = 0;
  std::set<graph_key> found_;
};

}  // namespace weir::tests

#endif
