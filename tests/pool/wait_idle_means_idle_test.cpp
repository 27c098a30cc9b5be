// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class wait_idle : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::none>, pool<workers::none>, pool<expiry::after_idle>>;
TYPED_TEST_SUITE(wait_idle, pools, numbered);

TYPED_TEST(wait_idle, returns_at_once_from_a_pool_that_did_nothing) {
  TypeParam p{{.capacity = 2}};
  p.wait_idle();
  EXPECT_TRUE(p.wait_idle_for(0s));
  EXPECT_TRUE(p.wait_idle_until(TypeParam::time_point::min()));
}

TYPED_TEST(wait_idle, returns_only_when_nothing_waits_and_nothing_runs) {
  TypeParam p{{.capacity = 2}};
  int finished = 0;
  for (int n = 0; n < 300; ++n) {
    hold first;
    give(p, first.task());
    give(p, [&] { ++finished; });
    EXPECT_FALSE(p.wait_idle_for(0s));
    first.release();
    p.wait_idle();
    ASSERT_EQ(finished, n + 1);
    const stats s = p.stats();
    ASSERT_EQ(s.running, 0U);
    ASSERT_EQ(s.queued, 0U);
  }
}

TYPED_TEST(wait_idle, sees_the_tasks_that_tasks_post) {
  TypeParam p{{.capacity = 8}};
  std::atomic<int> ran{0};
  const auto grow = [&](const auto& self, int depth) -> void {
    ++ran;
    if (depth == 0) return;
    for (int child = 0; child < 2; ++child)
      if (p.try_post([&self, depth] { self(self, depth - 1); }) != post_result::accepted) self(self, depth - 1);
  };
  give(p, [&] { grow(grow, 6); });
  p.wait_idle();
  EXPECT_EQ(ran, 127);
}

TYPED_TEST(wait_idle, has_any_number_of_waiters) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  tally released;
  std::vector<std::thread> waiters;
  for (int n = 0; n < 8; ++n)
    waiters.emplace_back([&, n] {
      if (n % 2 == 0) {
        p.wait_idle();
      } else {
        EXPECT_TRUE(p.wait_idle_for(patience));
      }
      released.add();
    });
  EXPECT_EQ(released.count(), 0);
  busy.release();
  EXPECT_TRUE(released.reaches(8));
  for (std::thread& each : waiters) each.join();
}

TYPED_TEST(wait_idle, keeps_to_its_deadline) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(p.wait_idle_for(5ms));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 5ms);
  EXPECT_FALSE(p.wait_idle_for(-1h));
  EXPECT_FALSE(p.wait_idle_until(TypeParam::clock::now()));
  busy.release();
  EXPECT_TRUE(p.wait_idle_for(std::chrono::nanoseconds::max()));
}

TYPED_TEST(wait_idle, comes_after_the_captures_are_gone) {
  TypeParam p{{.capacity = 2}};
  for (int n = 0; n < 200; ++n) {
    auto held = std::make_shared<std::array<int, 100>>();
    const std::weak_ptr<std::array<int, 100>> watched = held;
    give(p, [held = std::move(held)] {});
    p.wait_idle();
    ASSERT_TRUE(watched.expired()) << "a finished task still holds what it captured";
  }
}

TYPED_TEST(wait_idle, leaves_the_pool_usable) {
  TypeParam p{{.capacity = 2}};
  for (int n = 0; n < 50; ++n) {
    give(p, [] {});
    p.wait_idle();
  }
  p.shutdown();
  p.wait_idle();
  p.join();
  p.wait_idle();
}

// One instant of idleness is enough for the waiters, even if the pool is busy again before they wake.
TYPED_TEST(wait_idle, is_not_missed_between_two_tasks) {
  TypeParam p{{.capacity = 1}};
  std::atomic<bool> done{false};
  hold busy;
  busy.occupy(p);
  std::thread waiter([&] {
    p.wait_idle();
    done = true;
  });
  busy.release();
  while (!done) p.run([] {});
  waiter.join();
}

}  // namespace
}  // namespace weir::tests
