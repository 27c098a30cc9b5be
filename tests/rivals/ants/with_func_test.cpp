// SPDX-License-Identifier: Apache-2.0
#include <weir/presets/ants_with_func.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace weir::rivals {
namespace {

// ExamplePool, ExamplePoolWithFunc, ExamplePoolWithFuncGeneric
template <class Cast>
class ants_example : public testing::Test {};
TYPED_TEST_SUITE(ants_example, every_kind, cast_name);

TYPED_TEST(ants_example, sums) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10});
    tally<P> sum;
    for (int n = 0; n < 1000; ++n) EXPECT_EQ(TypeParam::give(p, [=] { sum.add(n); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(sum.count(), 499'500);
  });
}

// TestRestCodeCoverage: a pool without a function is refused, whatever else is wrong with it
TEST(ants_with_func, needs_a_function) {
  using function = std::function<void(int)>;
  EXPECT_THROW((presets::ants_with_func<function, int>(function())), std::invalid_argument);
  EXPECT_THROW((presets::ants_with_func<function, int>(function(), {.idle_after = -1ns})), std::invalid_argument);
  EXPECT_THROW((presets::ants_with_func<void (*)(int), int>(nullptr)), std::invalid_argument);
}

// In ants an Invoke(nil) reports success, calls nothing, and ends a worker.
TEST(ants_with_func, a_null_argument_is_an_argument) {
  struct note {
    tally<platform::native> nulls;
    void operator()(const int* p) const { nulls.add(p == nullptr ? 1 : 0); }
  };
  const tally<platform::native> nulls;
  presets::ants_with_func<note, int*> p(note{nulls}, {.capacity = 2});
  EXPECT_EQ(p.post(nullptr), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(nulls.count(), 1);
  EXPECT_EQ(p.stats().workers, 1U);
}

}  // namespace
}  // namespace weir::rivals
