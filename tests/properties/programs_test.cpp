// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/generate.hpp>
#include <weir/verify/properties/play.hpp>

#include <gtest/gtest.h>

#include "tests/properties/combinations.hpp"

#include <set>
#include <string>

// Random programs on every legal pool, in simulated worlds. What is checked: ledger.cpp and commands.cpp.

namespace weir::properties {

namespace {

constexpr int programs_per_pool = 300;
constexpr unsigned seeds_per_program = 3;

class programs_on_every_pool : public ::testing::TestWithParam<combination> {};

TEST_P(programs_on_every_pool, keep_their_promises) {
  unsigned seeds = seeds_per_program;
  const auto property = [&] {
    const program p = *programs();
    const std::string fault = find_fault(GetParam(), p, seeds);
    if (fault.empty()) return;
    seeds = 30 * seeds_per_program;  // while it shrinks, a program that can fail should
    RC_FAIL("pool " + GetParam().name + ": " + fault);
  };
  const std::string fault = refute("programs_on_every_pool/" + GetParam().name, programs_per_pool, property);
  EXPECT_TRUE(fault.empty()) << fault;
}

INSTANTIATE_TEST_SUITE_P(all, programs_on_every_pool, ::testing::ValuesIn(all_combinations()),
                         [](const auto& info) { return info.param.name; });

TEST(every_pool, is_there_once) {
  std::set<std::string> names;
  for (const combination& c : all_combinations()) names.insert(c.name);
  EXPECT_EQ(all_combinations().size(), expected_combinations());
  EXPECT_EQ(names.size(), expected_combinations());
}

}  // namespace
}  // namespace weir::properties
