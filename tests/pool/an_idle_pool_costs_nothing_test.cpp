// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class an_idle_pool : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(eventually([] { return threads_alive() == 0; }));
  }
};
using pools = testing::Types<thread_pool, pool<queue::bounded<8>>, pool<expiry::after_idle>>;
TYPED_TEST_SUITE(an_idle_pool, pools, numbered);

TYPED_TEST(an_idle_pool, starts_no_thread_before_the_first_task) {
  TypeParam p{{.capacity = 8}};
  EXPECT_EQ(threads_alive(), 0U);
  EXPECT_EQ(p.stats().workers, 0U);
}

TYPED_TEST(an_idle_pool, has_its_workers_and_no_helper) {
  TypeParam p{{.capacity = 3}};
  {
    std::array<hold, 3> tasks;
    for (hold& each : tasks) each.occupy(p);
    EXPECT_EQ(threads_alive(), 3U);
  }
  p.wait_idle();
  EXPECT_EQ(threads_alive(), 3U);
}

TYPED_TEST(an_idle_pool, uses_no_processor_time) {
  TypeParam p{{.capacity = 4}};
  {
    std::array<hold, 4> tasks;
    for (hold& each : tasks) each.occupy(p);
  }
  p.wait_idle();
  event nothing_happens;
  const auto before = processor_time();
  EXPECT_FALSE(nothing_happens.wait_for(400ms));
  EXPECT_LT(processor_time() - before, 40ms) << "something spins";
}

TEST(an_expired_worker, leaves_no_thread_behind) {
  ASSERT_TRUE(eventually([] { return threads_alive() == 0; }));
  pool<expiry::after_idle> p{{.capacity = 4, .idle_after = 1ms}};
  for (int round = 0; round < 5; ++round) {
    {
      std::array<hold, 4> tasks;
      for (hold& each : tasks) each.occupy(p);
      EXPECT_TRUE(eventually([] { return threads_alive() == 4; }));
    }
    EXPECT_TRUE(eventually([] { return threads_alive() == 0; }));
  }
}

}  // namespace
}  // namespace weir::tests
