// SPDX-License-Identifier: Apache-2.0
#include <weir/pause_guard.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class one_worker : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<4>>, pool<queue::mutex_fifo>, pool<workers::none>>;
TYPED_TEST_SUITE(one_worker, pools, numbered);

TYPED_TEST(one_worker, starts_tasks_in_the_order_of_their_posts) {
  std::vector<int> order;
  TypeParam p{{.capacity = 1}};
  for (int n = 0; n < 2000; ++n) give(p, [&order, n] { order.push_back(n); });
  p.wait_idle();
  ASSERT_EQ(order.size(), 2000U);
  for (int n = 0; n < 2000; ++n) ASSERT_EQ(order[static_cast<std::size_t>(n)], n);
}

TYPED_TEST(one_worker, keeps_each_submitters_order) {
  constexpr int submitters = 3;
  std::vector<std::vector<int>> order(submitters);
  TypeParam p{{.capacity = 1}};
  std::vector<std::thread> threads;
  for (std::size_t s = 0; s < submitters; ++s)
    threads.emplace_back([&, s] {
      for (int n = 0; n < 500; ++n) give(p, [&order, s, n] { order[s].push_back(n); });
    });
  for (std::thread& each : threads) each.join();
  p.wait_idle();
  for (const std::vector<int>& mine : order) {
    ASSERT_EQ(mine.size(), 500U);
    for (int n = 0; n < 500; ++n) ASSERT_EQ(mine[static_cast<std::size_t>(n)], n);
  }
}

// What a task wrote is seen by the next one, and by a thread that has waited for its end; ThreadSanitizer has the last word.
TYPED_TEST(one_worker, and_everybody_else_sees_what_came_before) {
  TypeParam p{{.capacity = 1}};
  int unguarded = 0;
  for (int n = 0; n < 300; ++n) {
    unguarded += 1;
    give(p, [&] { unguarded += 1; });
    give(p, [&] { unguarded += 1; });
    if (n % 3 == 0) {
      p.wait_idle();
    } else if (n % 3 == 1) {
      p.run([&] { unguarded += 1; });
      p.run([] {});
    } else {
      p.shutdown();
      p.join();
      ASSERT_TRUE(p.restart());
    }
  }
  EXPECT_EQ(unguarded, 300 * 3 + 100);
}

TEST(one_worker_of_a_thread_pool, starts_what_its_task_posts_before_what_came_from_outside) {
  thread_pool p{{.capacity = 1}};
  std::vector<int> order;
  {
    const pause_guard none_begins = p.pause();
    give(p, [&] {
      order.push_back(1);
      give(p, [&] { order.push_back(2); });
    });
    give(p, [&] { order.push_back(3); });
  }
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

}  // namespace
}  // namespace weir::tests
