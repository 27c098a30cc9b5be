// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class restart : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<4>>, pool<queue::none>, pool<growth::prestart>>;
TYPED_TEST_SUITE(restart, pools, numbered);

TYPED_TEST(restart, opens_a_stopped_pool_again_and_again) {
  TypeParam p{{.capacity = 2}};
  for (int life = 0; life < 30; ++life) {
    int ran = 0;
    EXPECT_EQ(p.run([&] { return ++ran; }), 1);
    p.shutdown();
    p.join();
    EXPECT_EQ(p.post([] {}), post_result::closed);
    ASSERT_TRUE(p.restart());
    EXPECT_EQ(p.state(), run_state::open);
  }
}

TYPED_TEST(restart, refuses_a_pool_that_has_not_stopped) {
  TypeParam p{{.capacity = 1}};
  EXPECT_FALSE(p.restart()) << "open";
  hold busy;
  busy.occupy(p);
  p.shutdown();
  EXPECT_FALSE(p.restart()) << "closing";
  EXPECT_EQ(p.post([] {}), post_result::closed);
  busy.release();
  p.join();
  EXPECT_TRUE(p.restart());
}

TYPED_TEST(restart, needs_no_join_before_it) {
  TypeParam p{{.capacity = 1}};
  p.shutdown();
  while (p.state() != run_state::stopped) std::this_thread::yield();
  EXPECT_TRUE(p.restart());
  EXPECT_EQ(p.run([] { return 1; }), 1);
}

TYPED_TEST(restart, is_done_by_exactly_one_of_many) {
  for (int round = 0; round < 30; ++round) {
    TypeParam p{{.capacity = 2}};
    p.shutdown();
    p.join();
    std::barrier start(4);
    std::atomic<int> winners{0};
    std::vector<std::thread> threads;
    for (int n = 0; n < 4; ++n)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        if (p.restart()) ++winners;
      });
    for (std::thread& each : threads) each.join();
    ASSERT_EQ(winners, 1);
    ASSERT_EQ(p.run([] { return 1; }), 1);
  }
}

// A wait for the end of one life ends, although the next has begun.
TYPED_TEST(restart, joiners_of_the_old_life_do_not_wait_for_the_new_one) {
  for (int round = 0; round < 30; ++round) {
    TypeParam p{{.capacity = 2}};
    give(p, [] {});
    std::vector<std::thread> joiners;
    std::barrier start(3);
    for (int n = 0; n < 2; ++n)
      joiners.emplace_back([&] {
        start.arrive_and_wait();
        p.join();
      });
    p.shutdown();
    start.arrive_and_wait();
    p.join();
    ASSERT_TRUE(p.restart());
    hold busy;
    busy.occupy(p);
    // A joiner that had not begun to wait yet waits for this life, so the end comes only now.
    p.shutdown();
    busy.release();
    for (std::thread& each : joiners) each.join();
  }
}

}  // namespace
}  // namespace weir::tests
