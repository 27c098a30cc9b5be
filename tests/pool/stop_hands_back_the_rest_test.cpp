// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class stop : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<16>>, pool<queue::mutex_fifo>>;
TYPED_TEST_SUITE(stop, pools, numbered);

TYPED_TEST(stop, hands_back_what_no_worker_had_started_in_order) {
  TypeParam p{{.capacity = 1}};
  std::vector<int> order;
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 10; ++n) give(p, [&order, n] { order.push_back(n); });
  std::vector<task> handed_back = p.stop();
  EXPECT_EQ(p.state(), run_state::closing) << "one task still runs";
  EXPECT_TRUE(order.empty());
  ASSERT_EQ(handed_back.size(), 10U);
  busy.release();
  p.join();
  EXPECT_TRUE(order.empty()) << "the pool ran what it had handed back";
  for (task& each : handed_back) each();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TYPED_TEST(stop, hands_back_nothing_the_second_time) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  EXPECT_EQ(p.stop().size(), 1U);
  EXPECT_TRUE(p.stop().empty());
  p.shutdown();
  EXPECT_TRUE(p.stop().empty());
}

TYPED_TEST(stop, after_shutdown_takes_back_what_has_not_started) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 3; ++n) give(p, [] { ADD_FAILURE() << "it was handed back and ran"; });
  p.shutdown();
  EXPECT_EQ(p.stop().size(), 3U);
  busy.release();
  p.join();
}

TYPED_TEST(stop, what_was_handed_back_may_outlive_the_pool) {
  std::vector<task> handed_back;
  const auto held = std::make_shared<int>(0);
  {
    TypeParam p{{.capacity = 1}};
    hold busy;
    busy.occupy(p);
    give(p, [held] { ++*held; });
    handed_back = p.stop();
  }
  EXPECT_EQ(held.use_count(), 2);
  ASSERT_EQ(handed_back.size(), 1U);
  handed_back.front()();
  EXPECT_EQ(*held, 1);
  handed_back.clear();
  EXPECT_EQ(held.use_count(), 1);
}

TYPED_TEST(stop, loses_and_doubles_nothing_whatever_the_moment) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<std::size_t> ran{0};
    std::atomic<std::size_t> accepted{0};
    std::size_t handed_back = 0;
    {
      TypeParam p{{.capacity = 2}};
      std::vector<std::thread> submitters;
      for (int s = 0; s < 3; ++s)
        submitters.emplace_back([&] {
          while (p.post([&] { ++ran; }) == post_result::accepted) {
            ++accepted;
            std::this_thread::yield();  // lets the end come while the queue is short, too
          }
        });
      while (accepted < 20) std::this_thread::yield();
      handed_back = p.stop().size();
      for (std::thread& each : submitters) each.join();
    }
    ASSERT_EQ(ran + handed_back, accepted);
  }
}

TYPED_TEST(stop, may_come_from_a_task) {
  TypeParam p{{.capacity = 1}};
  event handed;
  std::vector<task> handed_back;
  give(p, [&] {
    give(p, [] {});
    handed_back = p.stop();
    handed.set();
  });
  ASSERT_TRUE(handed.wait_for());
  EXPECT_EQ(handed_back.size(), 1U);
  p.join();
}

// Its cost grows with the number of tasks, not with its square.
TEST(stop_of_a_long_queue, takes_no_longer_than_it_must) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < 100'000; ++n) give(p, [] {});
  const auto posted = std::chrono::steady_clock::now();
  EXPECT_EQ(p.stop().size(), 100'000U);
  EXPECT_LT(std::chrono::steady_clock::now() - posted, 20 * (posted - start) + std::chrono::seconds(2));
}

}  // namespace
}  // namespace weir::tests
