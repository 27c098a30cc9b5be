// SPDX-License-Identifier: Apache-2.0
#include "graphs_comparison.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>
#include <vector>

// A few of the programs of graphs_equal_definition_test, always the same ones, and no shrinking: it is compiled in a moment, for the mutants of the
// search in verify/mutants/graphs.
namespace weir::tests {
namespace {

TEST(GraphsByChance, ASearchFindsTheGraphsThatTheAxiomsAllowEachOnce) {
  std::mt19937 chance(3);  // its numbers are the same everywhere, those of distributions are not
  const auto up_to = [&](unsigned most) { return static_cast<std::uint8_t>(chance() % (most + 1)); };
  std::size_t graphs = 0;
  constexpr std::size_t programs = 3'000;
  for (std::size_t n = 0; n != programs; ++n) {
    raw_program raw;
    for (std::vector<raw_line>& thread : raw) {
      thread.resize(1 + up_to(2));
      for (raw_line& l : thread) l = {up_to(6), up_to(14), up_to(17), up_to(8)};
    }
    const auto kind = static_cast<style>(up_to(5));
    const small_program p = program_of(raw, kind, up_to(1) == 0);
    const comparison c = compared(p);
    std::ostringstream text;
    if (!c.difference.empty()) showValue(p, text);
    ASSERT_EQ(c.difference, "") << "program " << n << ": " << text.str();
    graphs += c.graphs;
  }
  EXPECT_GE(graphs, 7 * programs) << "the programs are too small to show anything";
}

/// A read may read from an update that reads from a write that came last, while the newest value is older than each of them.
TEST(GraphsByChance, AnUpdateThatIsGivenAWriteIsGivenToReads) {
  using enum std::memory_order;
  const instruction write{{.does = action::write, .order = relaxed, .operand = 1}}, read{{.does = action::read, .order = relaxed}},
      update{{.does = action::update, .order = relaxed, .operand = 1, .how = change::add}};
  for (const bool in_turns : {false, true}) {
    const comparison c = compared({{{write}, {read}, {update}, {write}}, in_turns});
    EXPECT_EQ(c.difference, "");
    EXPECT_EQ(c.graphs, 24U);
  }
}

}  // namespace
}  // namespace weir::tests
