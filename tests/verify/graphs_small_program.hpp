// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_SMALL_PROGRAM_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_SMALL_PROGRAM_HPP

#include <weir/verify/graphs/program.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace weir::tests {

namespace execution = verify::execution;

/// One line of a thread. It may depend on what the thread has read last, which is 0 at first, or has chosen since.
struct instruction {
  execution::label what;
  bool if_found = false;    ///< it is left out if that is 0
  bool adds_found = false;  ///< that is added to the operand

  [[nodiscard]] execution::label after(execution::value found) const {
    execution::label l = what;
    if (adds_found) l.operand += found;
    return l;
  }
  [[nodiscard]] bool left_out_after(execution::value found) const { return if_found && found == 0; }
};

/// Straight-line threads, for the search by graphs.
struct small_program {
  std::vector<std::vector<instruction>> threads;
  bool in_turns = false;  ///< the thread with the fewest events goes next, instead of the first that can; last, those that wait

  [[nodiscard]] std::optional<execution::step> next(const execution::graph& g) const {
    std::optional<execution::step> found;
    std::pair<bool, std::size_t> order;
    for (unsigned t = 0; t != threads.size(); ++t) {
      const std::optional<execution::label> l = next_of(t, g);
      if (!l) continue;
      const std::pair mine(l->chained() && g.would_wait(t, *l), in_turns ? g.of(t).size() : t);
      if (found && order <= mine) continue;
      found = {t, *l};
      order = mine;
    }
    return found;
  }
  void rewound() {}

 private:
  [[nodiscard]] std::optional<execution::label> next_of(unsigned t, const execution::graph& g) const {
    const std::vector<execution::event>& events = g.of(t);
    std::size_t done = 0;
    execution::value found = 0;
    for (const instruction& i : threads[t]) {
      if (i.left_out_after(found)) continue;
      if (done == events.size()) return i.after(found);
      if (events[done].waits) return std::nullopt;
      if (events[done].reads()) found = events[done].found;
      if (events[done].what.does == execution::action::choose) found = events[done].outcome;
      ++done;
    }
    return std::nullopt;
  }
};

/// All that distinguishes two graphs of one program, as bytes: for each event its outcome, what it reads from and both values, and for each location
/// the order of its writes.
using graph_key = std::vector<std::uint8_t>;

inline void add_to(graph_key& key, execution::event_id id) {
  key.push_back(static_cast<std::uint8_t>(id.thread));
  key.push_back(static_cast<std::uint8_t>(id.index));
}

inline graph_key key_of(const execution::graph& g, std::size_t threads, std::size_t locations) {
  graph_key key;
  for (unsigned t = 0; t != threads; ++t) {
    key.push_back(static_cast<std::uint8_t>(g.of(t).size()));
    for (const execution::event& e : g.of(t)) {
      key.push_back(static_cast<std::uint8_t>(e.outcome));
      if (e.reads()) add_to(key, e.from);
      key.push_back(static_cast<std::uint8_t>(e.found));
      key.push_back(static_cast<std::uint8_t>(e.left));
    }
  }
  for (unsigned l = 0; l != locations; ++l) {
    key.push_back(static_cast<std::uint8_t>(g.writes_of(l).size()));
    for (const execution::event_id id : g.writes_of(l)) add_to(key, id);
  }
  return key;
}

/// Whether a thread waits that has not read the newest value: there is another graph in which it has.
inline bool has_a_late_wait(const execution::graph& g, std::size_t threads) {
  for (unsigned t = 0; t != threads; ++t)
    for (const execution::event& e : g.of(t))
      if (e.waits && g.place_of(e.id) + 1 != g.writes_of(e.what.at).size()) return true;
  return false;
}

}  // namespace weir::tests

#endif
