// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

coroutine<> child() { co_await yield(); }

TEST(a_warm_light_pool, allocates_nothing_for_tasks_that_sleep) {
  if (!allocations_are_counted()) GTEST_SKIP();
  light_pool<queue::bounded<64>> p({.capacity = 100, .carriers = 1});
  long sum = 0;
  const auto round = [&] {
    for (int n = 0; n != 1000; ++n) {
      give(p, [&sum, n]() -> coroutine<> {
        co_await sleep_for(10us);
        co_await child();
        sum += n;
      });
    }
    p.wait_idle();
  };
  round();
  const unsigned long before = allocations();
  for (int n = 0; n != 10; ++n) round();
  EXPECT_EQ(allocations() - before, 0U);
  EXPECT_EQ(sum, 11 * 499'500L);
}

}  // namespace
}  // namespace weir::tests
