// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/prestart.hpp>

#include "tests/conformance/growth_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(prestart, growth_conformance, testing::Types<growth::prestart>, numbered);

TEST(prestart, the_constructor_returns_with_all_threads_there) {
  ASSERT_TRUE(eventually([] { return threads_alive() == 0; }));
  pool<growth::prestart> p{{.capacity = 5}};
  EXPECT_EQ(threads_alive(), 5U);
}

TEST(prestart, resize_starts_what_it_makes_room_for) {
  pool<growth::prestart> p{{.capacity = 2}};
  p.resize(0, 5);
  EXPECT_EQ(p.stats().workers, 5U);
  p.resize(0, 1);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  p.resize(0, 3);
  EXPECT_EQ(p.stats().workers, 3U);
}

TEST(prestart, threads_that_the_system_refuses_come_later_by_demand) {
  std::atomic<int> left{2};
  const unreliable_threads::scope grant_two([&] { return left-- > 0; });
  pool<growth::prestart, unreliable_threads> p{{.capacity = 4}};
  EXPECT_EQ(p.stats().workers, 2U);
  EXPECT_GE(p.stats().failed_starts, 1U);
  left = 100;
  tally running;
  for (int n = 0; n < 4; ++n) {
    EXPECT_EQ(p.post([&] {
      running.add();
      EXPECT_TRUE(running.reaches(4));
    }),
              post_result::accepted);
  }
  p.wait_idle();
  EXPECT_EQ(p.stats().workers, 4U);
}

}  // namespace
}  // namespace weir::tests
