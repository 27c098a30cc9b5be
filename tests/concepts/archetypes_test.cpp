// SPDX-License-Identifier: Apache-2.0
#include "tests/concepts/archetypes.hpp"

#include <weir/pool.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/conformance/expiry_conformance.hpp"
#include "tests/conformance/growth_conformance.hpp"
#include "tests/conformance/panic_conformance.hpp"
#include "tests/conformance/parking_conformance.hpp"
#include "tests/conformance/queue_conformance.hpp"
#include "tests/conformance/wake_conformance.hpp"
#include "tests/conformance/workers_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <type_traits>
#include <vector>

// The smallest policies that the concept pages allow: each passes its axis' suite, and a pool of nothing else works.
namespace weir::tests {
namespace {

using stack = testing::Types<queue_case<archetypes::newest_first, 0, item_order::any>>;
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, queue_conformance, stack, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, workers_conformance, testing::Types<archetypes::stack_of_workers>, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, blocking_conformance, testing::Types<archetypes::one_waits>, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, expiry_conformance, testing::Types<archetypes::at_once>, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, panic_conformance, testing::Types<archetypes::count_them>, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, growth_conformance, testing::Types<archetypes::one_early>, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, parking_conformance, testing::Types<archetypes::keep_asking>, numbered);
INSTANTIATE_TYPED_TEST_SUITE_P(archetype, wake_conformance, testing::Types<archetypes::each_wakes_one>, numbered);

// A queue that is never full leaves a blocking policy nothing to do, so it takes two pools to use every archetype.
using stacking = pool<archetypes::newest_first, archetypes::stack_of_workers, archetypes::at_once, archetypes::count_them,
                      archetypes::one_early, archetypes::keep_asking, archetypes::each_wakes_one, archetypes::count_ended>;
using handing =
    pool<archetypes::hand_to_hand, archetypes::one_waits, archetypes::stack_of_workers, archetypes::at_once, archetypes::count_them,
         archetypes::one_early, archetypes::keep_asking, archetypes::each_wakes_one, archetypes::count_ended>;

template <class Pool>
class a_pool_of_archetypes : public testing::Test {
 protected:
  static constexpr bool hands_over = std::is_same_v<Pool, handing>;
};
using pools = testing::Types<stacking, handing>;
TYPED_TEST_SUITE(a_pool_of_archetypes, pools, numbered);

TYPED_TEST(a_pool_of_archetypes, runs_what_it_accepts) {
  TypeParam p{{.capacity = 2, .min_workers = 1}};
  std::atomic<int> ran{0};
  std::atomic<int> accepted{0};
  std::vector<std::thread> submitters;
  for (int s = 0; s < 3; ++s)
    submitters.emplace_back([&] {
      for (int n = 0; n < 200; ++n)
        if (p.post([&] { ++ran; }) == post_result::accepted) ++accepted;
    });
  for (std::thread& each : submitters) each.join();
  p.wait_idle();
  EXPECT_GT(accepted, 0);
  EXPECT_EQ(ran, accepted);
  EXPECT_EQ(p.stats().completed, static_cast<unsigned>(accepted));
  EXPECT_EQ(p.run([] { return 6 * 7; }), 42);
}

TYPED_TEST(a_pool_of_archetypes, follows_each_of_its_policies) {
  TypeParam p{{.capacity = 3, .min_workers = 1}};
  EXPECT_EQ(p.stats().workers, 1U) << "one_early";
  const int before = archetypes::thrown;
  EXPECT_EQ(p.post([] { throw 42; }), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(archetypes::thrown, before + 1) << "count_them";
  {
    std::array<hold, 3> tasks;
    for (hold& each : tasks) each.occupy(p);
    EXPECT_EQ(p.stats().workers, 3U);
    if (TestFixture::hands_over) {
      EXPECT_EQ(p.try_post([] {}), post_result::full) << "hand_to_hand";
      std::thread one([&] { EXPECT_EQ(p.post([] {}), post_result::accepted); });
      EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
      EXPECT_EQ(p.post([] {}), post_result::full) << "one_waits";
      tasks[0].release();
      one.join();
    } else {
      std::vector<int> order;
      for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post([&order, n] { order.push_back(n); }), post_result::accepted);
      tasks[0].release();
      EXPECT_TRUE(eventually([&] { return p.stats().queued == 0 && p.stats().running == 2; }));
      EXPECT_EQ(order, (std::vector{2, 1, 0})) << "newest_first";
    }
  }
  p.wait_idle();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; })) << "at_once";
  EXPECT_EQ(p.stats().completed, TestFixture::hands_over ? 4U : 6U) << "count_ended, of which the task that threw is none";
}

TYPED_TEST(a_pool_of_archetypes, stops_and_opens_again) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), TestFixture::hands_over ? post_result::full : post_result::accepted);
  EXPECT_EQ(p.stop().size(), TestFixture::hands_over ? 0U : 1U);
  busy.release();
  p.join();
  ASSERT_TRUE(p.restart());
  EXPECT_EQ(p.run([] { return 1; }), 1);
}

}  // namespace
}  // namespace weir::tests
