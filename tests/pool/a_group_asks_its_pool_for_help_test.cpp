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
#include <new>
#include <thread>
#include <utility>
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

// Nor if it is a waiter that runs it.
TEST(a_group_and_its_pool, without_any_thread_do_not_nest_tasks_in_those_of_a_waiter) {
  const unreliable_threads::scope none([] { return false; });
  pool<unreliable_threads> p{{.capacity = 2}};
  task_group g(p);
  bool under_way = false;
  bool nested = false;
  {
    const auto paused = p.pause();
    g.run([&] {
      under_way = true;
      g.run([&] { nested = under_way; });
      under_way = false;
    });
    p.purge().clear();
  }
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_FALSE(nested);
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
  for (int n = 0; n != 2; ++n) tickets.front()();  // long after its group, and once more
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

TEST(a_group_and_its_pool, asks_for_no_help_with_an_empty_range) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  task_group g(p);
  g.run_bulk(std::vector<void (*)()>());
  EXPECT_EQ(p.stats().queued, 0U);
}

/// Fails at the first post, when the group asks again already.
struct fails_once {
  using platform_type = platform::native;
  task_group<fails_once>* group = nullptr;
  int posts = 0;
  std::vector<task> kept;
  template <class F>
  post_result try_post(F&& f) {
    if (++posts == 1) {
      {
        const task dropped(std::forward<F>(f));
      }
      group->run([] {});
      throw std::bad_alloc();
    }
    kept.emplace_back(std::forward<F>(f));
    return post_result::accepted;
  }
};

TEST(a_group_and_its_pool, asks_once_at_a_time_also_after_a_post_that_failed) {
  fails_once p;
  task_group g(p);
  p.group = &g;
  g.run([] {});
  EXPECT_EQ(p.posts, 2);
  g.run([] {});
  EXPECT_EQ(p.posts, 2) << "the second one is queued";
  g.wait();
}

template <class Pool>
void recurse(Pool& p, int depth) {
  if (depth == 0) return;
  task_group g(p);
  for (int n = 0; n != 2; ++n) g.run([&p, depth] { recurse(p, depth - 1); });
  g.wait();
}

TEST(groups_on_a_worker, ask_as_often_as_they_are_deep) {
  thread_pool p{{.capacity = 1}};
  EXPECT_EQ(p.submit([&p] {
               recurse(p, 6);
               return p.stats().queued;
             }).get(),
            6U);
}

TEST(groups_on_a_worker, use_a_ticket_again_also_one_that_was_posted_again) {
  thread_pool p{{.capacity = 1}};
  p.submit([&p] {
     for (int n = 0; n != 10; ++n) {
       task_group g(p);
       g.run([] {});
       auto tickets = p.purge();
       EXPECT_EQ(tickets.size(), 1U);
       for (task& t : tickets) t();
       g.run([] {});
       g.wait();
     }
   }).get();
}

TEST(groups_on_a_worker, of_different_pools_ask_each_its_own) {
  thread_pool p{{.capacity = 1}}, other{{.capacity = 1}};
  hold busy;
  busy.occupy(other);
  p.submit([&] {
     {
       task_group of_this(p);
       of_this.run([] {});
     }
     EXPECT_EQ(p.stats().queued, 1U);
     task_group of_the_other(other);
     of_the_other.run([] {});
     EXPECT_EQ(other.stats().queued, 1U);
   }).get();
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
