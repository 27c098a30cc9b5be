// SPDX-License-Identifier: Apache-2.0
// The program's own pool, on real threads; it has no other.
#include <weir/go.hpp>
#include <weir/presets/ants.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

namespace weir::rivals {
namespace {

using namespace std::chrono_literals;

using pool = presets::ants<>;

// TestAntsPool
TEST(ants_default_pool, runs_all_of_very_many) {
  std::atomic<int> ran{0};
  for (int n = 0; n < 20'000; ++n) ASSERT_EQ(go<pool>([&] { ++ran; }), post_result::accepted);
  default_pool<pool>().wait_idle();
  EXPECT_EQ(ran, 20'000);
  EXPECT_LE(default_pool<pool>().stats().workers, default_pool<pool>().stats().capacity);
}

// ExampleDefaultPool
TEST(ants_default_pool, sums) {
  std::atomic<int> sum{0};
  for (int n = 0; n < 1000; ++n) EXPECT_EQ(go<pool>([&sum, n] { sum += n; }), post_result::accepted);
  default_pool<pool>().wait_idle();
  EXPECT_EQ(sum, 499'500);
}

// TestRebootDefaultPool, TestDefaultPoolReleaseTimeout
TEST(ants_default_pool, can_be_released_and_rebooted) {
  EXPECT_FALSE(default_pool<pool>().restart()) << "an open pool has nothing to be rebooted for";
  tests::event gate;
  tests::tally done;
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(go<pool>([&] {
                gate.wait();
                done.add();
              }),
              post_result::accepted);
  default_pool<pool>().shutdown();
  EXPECT_FALSE(default_pool<pool>().join_for(1ms)) << "they still run";
  EXPECT_NE(default_pool<pool>().stats().workers, 0U);
  gate.set();
  EXPECT_TRUE(default_pool<pool>().join_for(tests::patience));
  EXPECT_EQ(done.count(), 5);
  EXPECT_EQ(go<pool>([] { ADD_FAILURE() << "a refused task ran"; }), post_result::closed);
  EXPECT_TRUE(default_pool<pool>().restart());
  EXPECT_EQ(go<pool>([&] { done.add(); }), post_result::accepted);
  EXPECT_TRUE(done.reaches(6));
}

}  // namespace
}  // namespace weir::rivals
