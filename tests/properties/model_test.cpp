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

/// Of the policies that ship, these make what a pool does depend on more than the model knows: see why_no_model().
bool is_beyond_the_model(const std::string& name) {
  const auto with = [&](const char* policy) { return ("__" + name + "__").find(std::string("__") + policy + "__") != std::string::npos; };
  const bool overflows =
      with("overflow_spawn") || name.find("__any__") == name.find("__");  // the second is blocking::any_by<overflow_spawn>
  return with("exact") || (with("light") && (with("after_age") || overflows));
}

TEST(predictable_pools, are_all_but_those_of_a_few_policies) {
  for (const combination& c : all_combinations()) EXPECT_EQ(why_no_model(c.is) != nullptr, is_beyond_the_model(c.name)) << c.name;
}

INSTANTIATE_TEST_SUITE_P(all, model_of_every_pool, ::testing::ValuesIn(predictable()), [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace weir::properties
