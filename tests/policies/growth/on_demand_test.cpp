// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/on_demand.hpp>

#include "tests/conformance/growth_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(on_demand, growth_conformance, testing::Types<growth::on_demand>, numbered);

TEST(on_demand, a_pool_that_is_never_used_starts_no_thread) {
  ASSERT_TRUE(eventually([] { return threads_alive() == 0; }));
  pool<growth::on_demand> p{{.capacity = 8}};
  EXPECT_EQ(threads_alive(), 0U);
}

TEST(on_demand, each_task_that_finds_nobody_idle_brings_one_worker) {
  pool<growth::on_demand> p{{.capacity = 3}};
  hold a;
  hold b;
  a.occupy(p);
  EXPECT_EQ(p.stats().workers, 1U);
  b.occupy(p);
  EXPECT_EQ(p.stats().workers, 2U);
  p.run([] {});
  EXPECT_EQ(p.stats().workers, 3U);
  p.run([] {});
  EXPECT_EQ(p.stats().workers, 3U);
}

}  // namespace
}  // namespace weir::tests
