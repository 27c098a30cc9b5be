// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/none.hpp>

#include <weir/policies/observer/counters.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

using nothing = testing::Types<observer_case<observer::none, false>>;
INSTANTIATE_TYPED_TEST_SUITE_P(none, observer_conformance, nothing, numbered);

TEST(none, a_pool_that_counts_nothing_says_zero_and_is_smaller) {
  pool<observer::none> p{{.capacity = 1}};
  p.run([] {});
  EXPECT_EQ(p.stats().accepted, 0U);
  EXPECT_EQ(p.stats().completed, 0U);
  EXPECT_EQ(p.stats().workers, 1U) << "what the pool knows anyway is still told";
  EXPECT_LT(sizeof(pool<observer::none>), sizeof(pool<observer::counters>));
}

}  // namespace
}  // namespace weir::tests
