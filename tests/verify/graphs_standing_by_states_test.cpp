// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <set>
#include <vector>

// Random programs whose steps are all seq_cst, so that each execution is a way through states. The search by graphs finds a thread that goes round until
// another one moves, or a hang, where there is a state in which a thread comes to its loop and would go round in it, and nowhere else.
namespace weir::tests {
namespace {

using verify::graphs;

enum class does : std::uint8_t { store, load, add, adds_by_exchange, leaves_unless, waits, waits_for_both };

/// A line of a thread, about two locations and a value for each.
struct line {
  does what;
  std::size_t a, b;
  int of_a, of_b;
};
using program = std::vector<std::vector<line>>;

constexpr std::size_t locations = 2;
constexpr unsigned most_threads = 3;

/// A program as a scenario.
struct played {
  static inline program lines;
  static constexpr int threads = most_threads;
  static constexpr bool no_loop_waits = true;
  void thread(unsigned i) {
    for (const line& l : lines[i])
      if (!goes_on_after(l)) return;
  }
  bool goes_on_after(const line& l) {
    constexpr auto order = std::memory_order_seq_cst;
    graphs::atomic<int>& a = at[l.a];
    switch (l.what) {
      case does::store: a.store(l.of_a, order); break;
      case does::load: a.load(order); break;
      case does::add: a.fetch_add(1, order); break;
      case does::adds_by_exchange:
        for (int n = a.load(order); !a.compare_exchange_strong(n, n + 1, order, order);) n = a.load(order);
        break;
      case does::leaves_unless: return a.load(order) == l.of_a;
      case does::waits:
        while (a.load(order) != l.of_a) {
        }
        break;
      case does::waits_for_both:
        while (a.load(order) != l.of_a || at[l.b].load(order) != l.of_b) {
        }
        break;
    }
    return true;
  }
  std::array<graphs::atomic<int>, locations> at;
};

/// Where a thread is, and what it has read in the line: the value that it exchanges, or whether the first one is right.
struct place {
  std::size_t line = 0;
  int read = nothing;
  static constexpr int nothing = -1;
  auto operator<=>(const place&) const = default;
};
struct state {
  std::array<int, locations> at{};
  std::array<place, most_threads> threads;
  auto operator<=>(const state&) const = default;
};

/// The thread's next step.
state after(state s, unsigned t, const std::vector<line>& lines) {
  place& p = s.threads[t];
  const line& l = lines[p.line];
  int& a = s.at[l.a];
  bool ends = true;
  switch (l.what) {
    case does::store: a = l.of_a; break;
    case does::load: break;
    case does::add: ++a; break;
    case does::adds_by_exchange:
      ends = p.read == a;
      if (ends)
        ++a;
      else
        p.read = p.read == place::nothing ? a : place::nothing;
      break;
    case does::leaves_unless:
      if (a != l.of_a) p.line = lines.size();
      break;
    case does::waits: ends = a == l.of_a; break;
    case does::waits_for_both:
      ends = p.read == l.of_a && s.at[l.b] == l.of_b;
      if (!ends) p.read = p.read == place::nothing && a == l.of_a ? a : place::nothing;
      break;
  }
  if (ends) p = {p.line + 1, place::nothing};
  return s;
}

/// Whether a thread may come to a loop and go round in it for as long as the others stand still.
bool may_go_round(const program& lines) {
  std::set<state> seen{{}};
  std::vector<state> open{{}};
  while (!open.empty()) {
    const state s = open.back();
    open.pop_back();
    for (unsigned t = 0; t != lines.size(); ++t) {
      const place p = s.threads[t];
      if (p.line >= lines[t].size()) continue;
      const line& l = lines[t][p.line];
      const bool right = s.at[l.a] == l.of_a;
      if (l.what == does::waits && !right) return true;
      if (l.what == does::waits_for_both && p.read == place::nothing && !(right && s.at[l.b] == l.of_b)) return true;
      if (const state next = after(s, t, lines[t]); seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

TEST(GraphsStandingByStates, AThreadThatMayGoRoundIsFoundInEachRandomProgramThatHasOne) {
  std::mt19937 chance(7);  // its numbers are the same everywhere, those of distributions are not
  const auto below = [&](unsigned n) { return chance() % n; };
  using enum does;
  constexpr std::array kinds{store,         store,         store,         load,  add,           adds_by_exchange,
                             leaves_unless, leaves_unless, leaves_unless, waits, waits_for_both};
  constexpr int programs = 3'000;
  int rounds = 0, vain = 0;
  for (int n = 0; n != programs; ++n) {
    played::lines.assign(most_threads, {});
    for (std::vector<line>& thread : played::lines)
      for (unsigned more = 1 + below(4); more != 0; --more) {
        line l{kinds[below(kinds.size())], below(locations), below(locations), 1 + (below(4) == 0), 1 + (below(4) == 0)};
        if (thread.empty() && l.what >= waits) l.what = leaves_unless;  // else it goes round in most programs
        thread.push_back(l);
      }
    const auto o = verify::execution::run_every_execution<played>(20'000);
    if (o.fault.empty() && !o.ended) continue;
    ASSERT_EQ(!o.fault.empty(), may_go_round(played::lines)) << "program " << n << ": " << o.fault;
    rounds += o.fault.starts_with("a thread goes round") ? 1 : 0;
    vain += o.fault.empty() && o.blocked != 0 ? 1 : 0;
  }
  EXPECT_GE(rounds, programs / 20) << "hardly a thread goes round";
  EXPECT_GE(vain, programs / 200) << "hardly a thread goes round for a while";
  std::printf("%d programs with a thread that goes round, %d with one that does for a while\n", rounds, vain);
}

}  // namespace
}  // namespace weir::tests
