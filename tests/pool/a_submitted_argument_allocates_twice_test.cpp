// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/policies/queue/bounded.hpp>

#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>

#include <new>

namespace weir::tests {
namespace {

TEST(a_submitted_argument, survives_failed_allocations) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation can be made to fail here";
  function_pool p([](int n) { return n; }, {.capacity = 1});
  EXPECT_EQ(p.submit(0).get(), 0);
  bool failed = true;
  for (int spared = 0; failed; ++spared) {
    ASSERT_LT(spared, 8);
    future<int> result;
    {
      failing_allocation one(spared);
      try {
        result = p.submit(spared);
      } catch (const std::bad_alloc&) {
        EXPECT_TRUE(one.happened());
      }
      failed = one.happened();
    }
    if (result.valid()) {
      EXPECT_EQ(result.get(), spared);
    }
  }
  p.wait_idle();
}

TEST(a_submitted_argument, allocates_twice_and_a_posted_one_not_at_all) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted here";
  auto p = make_function_pool<queue::bounded<64>>([](int n) { return n; }, {.capacity = 1});
  for (int n = 0; n < 100; ++n) EXPECT_EQ(p.submit(n).get(), n);
  auto before = allocations();
  for (int n = 0; n < 10; ++n) EXPECT_EQ(p.submit(n).get(), n);
  EXPECT_LE(allocations() - before, 20U);
  before = allocations();
  for (int n = 0; n < 10; ++n) EXPECT_EQ(p.post(n), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(allocations() - before, 0U);
}

}  // namespace
}  // namespace weir::tests
