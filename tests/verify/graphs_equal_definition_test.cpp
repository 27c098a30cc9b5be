// SPDX-License-Identifier: Apache-2.0
#include "graphs_comparison.hpp"
#include "graphs_random_program.hpp"

#include <weir/verify/properties/generate.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// The search by graphs against brute force: for random programs both find the same graphs, and the search finds none twice.
namespace weir::tests {
namespace {

using properties::up_to;

rc::Gen<small_program> programs() {
  const auto line = rc::gen::apply(
      [](std::uint8_t kind, std::uint8_t order, std::uint8_t operands, std::uint8_t conditions) {
        return raw_line{kind, order, operands, conditions};
      },
      up_to(6), up_to(14), up_to(17), up_to(8));
  const auto thread = properties::a_few(6, line);
  return rc::gen::apply(
      [](const std::vector<raw_line>& a, const std::vector<raw_line>& b, const std::vector<raw_line>& c, const std::vector<raw_line>& d,
         std::uint8_t s, bool in_turns) {
        return program_of({a, b, c, d}, static_cast<style>(s), in_turns);
      },
      thread, thread, thread, thread, up_to(5), rc::gen::arbitrary<bool>());
}

TEST(GraphsEqualDefinition, ASearchFindsTheGraphsThatTheAxiomsAllowEachOnce) {
  std::uint64_t tried = 0;
  std::uint64_t graphs = 0;
  const std::string fault = properties::refute("the search finds the graphs that the axioms allow, each once", 60'000, [&] {
    const comparison c = compared(*programs());
    if (!c.difference.empty()) RC_FAIL(c.difference);
    ++tried;
    graphs += c.graphs;
  });
  EXPECT_EQ(fault, "");
  std::printf("%llu graphs of %llu programs\n", static_cast<unsigned long long>(graphs), static_cast<unsigned long long>(tried));
  EXPECT_GE(graphs, 7 * tried) << "the programs are too small to show anything";
}

}  // namespace
}  // namespace weir::tests
