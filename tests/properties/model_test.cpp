// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/generate.hpp>
#include <weir/verify/properties/story.hpp>

#include <gtest/gtest.h>

#include "tests/properties/combinations.hpp"

#include <string>
#include <vector>

namespace weir::properties {
namespace {

constexpr int stories_per_pool = 500;

class model_of_every_pool : public ::testing::TestWithParam<combination> {};

TEST_P(model_of_every_pool, says_what_it_does) {
  const auto property = [&] {
    const story s = *stories();
    const std::string difference = find_difference(GetParam(), s);
    if (!difference.empty()) RC_FAIL("pool " + GetParam().name + ": " + difference);
  };
  const std::string fault = refute("model_of_every_pool/" + GetParam().name, stories_per_pool, property);
  EXPECT_TRUE(fault.empty()) << fault;
}

std::vector<combination> predictable() {
  std::vector<combination> some = all_combinations();
  std::erase_if(some, [](const combination& c) { return why_no_model(c.is) != nullptr; });
  return some;
}

TEST(predictable_pools, are_those_that_wake_by_turns) {
  std::vector<combination> exact = all_combinations();
  std::erase_if(exact, [](const combination& c) { return c.name.find("__exact__") != std::string::npos; });
  EXPECT_EQ(predictable().size(), exact.size());
}

INSTANTIATE_TEST_SUITE_P(all, model_of_every_pool, ::testing::ValuesIn(predictable()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace weir::properties
