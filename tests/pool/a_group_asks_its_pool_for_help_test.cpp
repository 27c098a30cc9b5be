// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

TEST(a_group_and_its_pool, is_helped_by_workers_before_anybody_waits) {
  thread_pool p{{.capacity = 2}};
  task_group g(p);
  event first;
  event second;
  g.run([&] { first.set(); });
  ASSERT_TRUE(first.wait_for());
  g.run([&] { second.set(); });
  g.run([&] { second.wait(); });
  EXPECT_TRUE(second.wait_for());
  g.wait();
}

// Two tasks that meet need two threads at once: no other task may hold up the second one.
TEST(a_group_and_its_pool, gets_as_many_workers_as_there_are) {
  thread_pool p{{.capacity = 4}};
  task_group g(p);
  std::atomic<int> here{0};
  for (int n = 0; n < 4; ++n) {
    g.run([&here] {
      ++here;
      while (here < 4) std::this_thread::yield();
    });
  }
  while (here < 4) std::this_thread::yield();
  g.wait();
}

// A caller that posts to a pool without threads runs what it posted. A task that adds the next one must not run it nested in itself.
TEST(a_group_and_its_pool, without_any_thread_do_not_nest_tasks) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 2}};
  task_group g(p);
  int under_way = 0;
  int deepest = 0;
  struct link {
    task_group<pool<unreliable_threads>>& g;
    int& under_way;
    int& deepest;
    int left;
    void operator()() const {
      deepest = std::max(deepest, ++under_way);
      if (left != 0) g.run(link{g, under_way, deepest, left - 1});
      --under_way;
    }
  };
  for (int n = 0; n < 10; ++n) g.run(link{g, under_way, deepest, 10'000});
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(deepest, 1);
}

TEST(a_group_and_its_pool, without_any_thread_lets_a_task_end_the_callers) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 1}};
  task_group g(p);
  bool went_on = false;
  std::thread caller([&] {
    g.run([] { pthread_exit(nullptr); });
    g.wait();
    went_on = true;
  });
  caller.join();
  EXPECT_FALSE(went_on);
  EXPECT_EQ(g.wait(), group_result::complete);
}

TEST(a_group_and_its_pool, does_not_need_its_tickets) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  int ran = 0;
  std::vector<task> tickets;
  {
    task_group g(p);
    g.run([&ran] { ++ran; });
    tickets = p.purge();
    EXPECT_EQ(tickets.size(), 1U);
    g.run([&ran] { ++ran; });
    g.wait();
    EXPECT_EQ(ran, 2);
  }
  tickets.front()();  // long after its group
  EXPECT_EQ(ran, 2);
}

TEST(a_group_and_its_pool, may_be_outlived_by_a_ticket_that_nobody_runs) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::vector<task> tickets;
  {
    task_group g(p);
    g.run([] {});
    tickets = p.purge();
    EXPECT_EQ(tickets.size(), 1U);
  }
  tickets.clear();
}

TEST(a_group_and_its_pool, asks_for_no_more_help_than_it_has_tasks) {
  pool<observer::counters> p{{.capacity = 1}};
  task_group g(p);
  event ran;
  g.run([&ran] { ran.set(); });
  ASSERT_TRUE(ran.wait_for());
  p.wait_idle();
  EXPECT_EQ(p.stats().accepted, 1U);
}

TEST(a_group_and_its_pool, asks_again_when_its_ticket_was_thrown_away) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  task_group g(p);
  g.run([] {});
  EXPECT_EQ(p.purge().size(), 1U);
  g.run([] {});
  EXPECT_EQ(p.purge().size(), 1U);
  g.wait();
}

TEST(a_group_and_its_pool, asks_once_at_a_time) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  task_group g(p);
  for (int n = 0; n < 100; ++n) g.run([] {});
  EXPECT_EQ(p.stats().queued, 1U);
  g.wait();
}

}  // namespace
}  // namespace weir::tests
