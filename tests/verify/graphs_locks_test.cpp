// SPDX-License-Identifier: Apache-2.0
#include "graphs_small_program.hpp"

#include <weir/verify/graphs/exploration.hpp>
#include <weir/verify/graphs/late.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <vector>

// A step that waits for a lock or for a notification is added once it need not wait. For random programs the search finds the same executions as where
// each such step is added like any other: each once, and none in which a thread waits in vain.
namespace weir::tests {
namespace {

using execution::action;
using execution::change;
using execution::condition;
using execution::label;
using execution::thing;

constexpr execution::location locks = 0, sleepers = 2, data = 3;

/// What a section of a thread is made of: small numbers that something random gives.
struct raw_section {
  std::uint8_t kind = 0;  ///< up to 5
  std::uint8_t lock = 0;  ///< up to 1
  std::uint8_t operand = 0;  ///< up to 11
};

using raw_program = std::array<std::vector<raw_section>, 3>;

/// The program; `chained` says whether its locks and sleepers are known to be that.
small_program program_of(const raw_program& raw, bool chained, bool in_turns) {
  using enum std::memory_order;
  small_program p;
  p.in_turns = in_turns;
  for (unsigned t = 0; t != raw.size(); ++t) {
    std::vector<instruction>& lines = p.threads.emplace_back();
    const auto add = [&](label what) { lines.push_back({what}); };
    const thing of_lock = chained ? thing::mutex : thing::atomic, of_sleeper = chained ? thing::condition_variable : thing::atomic;
    const auto lock = [&](unsigned l) {
      add({.does = action::update,
           .order = acquire,
           .at = locks + l,
           .operand = 1,
           .how = change::compare_exchange,
           .goes_on = condition::written,
           .about = of_lock});
    };
    const auto unlock = [&](unsigned l) { add({.does = action::write, .order = release, .at = locks + l, .about = of_lock}); };
    const auto access = [&](unsigned how) {
      label what{.does = how % 3 == 0   ? action::read
                         : how % 3 == 1 ? action::write
                                        : action::update,
                 .order = relaxed,
                 .at = data + how / 3 % 2};
      if (what.does != action::read) what.operand = 1 + how / 6;
      if (what.does == action::update) what.how = change::add;
      add(what);
      lines.back().if_found = how == 10;
    };
    const execution::value bit = execution::value{1} << t;
    for (const raw_section& s : raw[t]) {
      if (s.kind == 0) {
        access(s.operand);
        continue;
      }
      lock(s.lock);
      if (s.kind == 1) access(s.operand);
      if (s.kind == 2) {
        lock(1U - s.lock);
        unlock(1U - s.lock);
      }
      if (s.kind == 3) {
        add({.does = action::update, .order = relaxed, .at = sleepers, .operand = bit, .how = change::set_bits, .about = of_sleeper});
        unlock(s.lock);
        add({.does = action::read, .order = relaxed, .at = sleepers, .operand = bit, .goes_on = condition::cleared, .about = of_sleeper});
        lock(s.lock);
      }
      if (s.kind == 4) add({.does = action::update, .order = relaxed, .at = sleepers, .how = change::clear_one, .about = of_sleeper});
      if (s.kind == 5)
        add({.does = action::update,
             .order = relaxed,
             .at = sleepers,
             .operand = ~execution::value{0},
             .how = change::clear_bits,
             .about = of_sleeper});
      unlock(s.lock);
    }
  }
  return p;
}

/// Whether a thread waits that could go on.
bool waits_in_vain(const execution::graph& g) {
  for (unsigned t = 0; t != g.threads(); ++t) {
    if (g.of(t).empty() || !g.of(t).back().waits) continue;
    const execution::event& e = g.of(t).back();
    if (e.what.goes_on == condition::cleared ? execution::was_notified(g, e) : g.would_go_on(e.what, g.writes_of(e.what.at).back()))
      return true;
  }
  return false;
}

struct executions {
  std::set<graph_key> found;
  std::uint64_t in_vain = 0;
  std::uint64_t dead_ends = 0;
  bool twice = false;
};

/// All executions of a program, unless there are too many.
std::optional<executions> all_of(small_program p) {
  executions all;
  execution::exploration search(p);
  for (std::size_t n = 0; search.next(); ++n) {
    if (n == 20'000) return std::nullopt;
    const execution::graph& g = search.execution();
    if (waits_in_vain(g) || has_a_late_wait(g, p.threads.size()))
      ++all.in_vain;
    else if (!all.found.insert(key_of(g, p.threads.size(), data + 2)).second)
      all.twice = true;
  }
  all.dead_ends = search.dead_ends();
  return all;
}

TEST(GraphsLocks, AStepThatIsAddedOnceItNeedNotWaitLosesNoExecution) {
  std::mt19937 chance(7);  // its numbers are the same everywhere, those of distributions are not
  const auto up_to = [&](unsigned most) { return static_cast<std::uint8_t>(chance() % (most + 1)); };
  constexpr std::size_t programs = 5'000;
  std::size_t found = 0;
  std::size_t in_vain = 0;
  for (std::size_t n = 0; n != programs; ++n) {
    raw_program raw;
    for (std::vector<raw_section>& thread : raw) {
      thread.resize(up_to(3));
      for (raw_section& s : thread) s = {up_to(5), up_to(1), up_to(11)};
    }
    const bool in_turns = up_to(1) == 0;
    const std::optional<executions> plain = all_of(program_of(raw, false, in_turns));
    if (!plain) continue;
    const std::optional<executions> chained = all_of(program_of(raw, true, in_turns));
    ASSERT_TRUE(chained) << "more executions than without, of program " << n;
    ASSERT_FALSE(chained->twice) << "an execution was found twice, of program " << n;
    ASSERT_EQ(chained->in_vain, 0U) << "a thread waits in vain, in program " << n;
    ASSERT_EQ(chained->dead_ends, 0U) << "a lock or a notification that no step can take, in program " << n;
    ASSERT_EQ(chained->found.size(), plain->found.size()) << "executions of program " << n;
    ASSERT_TRUE(chained->found == plain->found) << "other executions, of program " << n;
    found += plain->found.size();
    in_vain += plain->in_vain;
  }
  EXPECT_GE(found, 20 * programs) << "the programs are too small to show anything";
  EXPECT_GE(in_vain, 20 * programs) << "no thread had to wait";
}

}  // namespace
}  // namespace weir::tests
