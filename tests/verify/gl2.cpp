// SPDX-License-Identifier: Apache-2.0
#include "graphs_small_program.hpp"

#include <weir/verify/graphs/exploration.hpp>
#include <weir/verify/graphs/late.hpp>
#include <weir/verify/properties/generate.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <vector>

// A step that waits for a lock, or for a notification, is added once there is one, and not given what it would wait for. For random programs the
// search finds the same executions as where each such step is added like any other, each once, and none in which a thread waits in vain.
namespace weir::tests {
namespace {

using execution::action;
using execution::change;
using execution::condition;
using execution::label;
using execution::thing;
using properties::up_to;

constexpr execution::location locks = 0, sleepers = 2, data = 3;

/// What a section of a thread is made of: small numbers that something random gives.
struct raw_section {
  std::uint8_t kind = 0;  ///< up to 5
  std::uint8_t lock = 0;  ///< up to 1
  std::uint8_t operand = 0;  ///< up to 11
};

std::ostream& operator<<(std::ostream& out, const raw_section& s) {
  return out << int{s.kind} << '/' << int{s.lock} << '/' << int{s.operand};
}

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
  std::uint64_t visited = 0;
  std::uint64_t in_vain = 0;
  bool twice = false;
};
constexpr std::uint64_t most = 20'000;

std::optional<executions> all_of(small_program p) {
  executions all;
  execution::exploration search(p);
  while (search.next()) {
    if (++all.visited > most) return std::nullopt;
    const execution::graph& g = search.execution();
    if (waits_in_vain(g) || has_a_late_wait(g, p.threads.size()))
      ++all.in_vain;
    else if (!all.found.insert(key_of(g, p.threads.size(), data + 2)).second)
      all.twice = true;
  }
  return all;
}

rc::Gen<std::vector<raw_section>> sections(std::size_t n) {
  return properties::a_few(n, rc::gen::apply(
                                  [](std::uint8_t kind, std::uint8_t lock, std::uint8_t operand) {
                                    return raw_section{kind, lock, operand};
                                  },
                                  up_to(2), up_to(1), up_to(11)));
}

TEST(GraphsLocks, AWaitThatIsAddedLateLosesNoExecution) {
  std::uint64_t found = 0, visited = 0, tried = 0, before = 0, vain = 0;
  const std::string fault = properties::refute("waits that are added late lose nothing", 20'000, [&] {
    const raw_program raw{*sections(3), *sections(3), *sections(2)};
    const bool in_turns = *rc::gen::arbitrary<bool>();
    const std::optional<executions> plain = all_of(program_of(raw, false, in_turns));
    if (!plain) return;
    const std::optional<executions> late = all_of(program_of(raw, true, in_turns));
    if (!late) RC_FAIL("more executions than before");
    if (late->twice) RC_FAIL("an execution was found twice");
    if (late->in_vain != 0) RC_FAIL("a thread waits in vain");
    if (late->found != plain->found)
      RC_FAIL("the executions differ: " + std::to_string(late->found.size()) + " instead of " + std::to_string(plain->found.size()));
    ++tried;
    found += late->found.size();
    visited += late->visited;
    before += plain->visited;
    vain += late->in_vain;
  });
  EXPECT_EQ(fault, "");
  std::printf("%llu programs: %llu executions, %llu before\n", (unsigned long long)tried, (unsigned long long)visited,
              (unsigned long long)before);
}

}  // namespace
}  // namespace weir::tests
