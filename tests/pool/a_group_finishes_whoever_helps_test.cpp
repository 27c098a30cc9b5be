// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/observed.hpp"

#include <gtest/gtest.h>

#include <any>
#include <atomic>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include <pthread.h>

namespace weir::tests {
namespace {

/// A pool that ends the thread of the chosen post, as a task can that the pool runs there because the system gives it no thread.
struct ends_a_thread {
  using platform_type = observed;
  std::atomic<int> before;
  std::function<void()> first = [] {};
  template <class F>
  post_result try_post(F&&) {
    if (before-- != 0) return post_result::full;
    first();
    pthread_exit(nullptr);
  }
};

TEST(a_group_whose_call_for_help_ends_the_thread, runs_the_task_on_another) {
  ends_a_thread p{.before = 2};
  task_group g(p);
  int ran = 0;
  for (int n = 0; n != 2; ++n) g.run([&ran] { ++ran; });
  std::thread waiter([&g] { g.wait(); });
  waiter.join();
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 2);
}

// The thread that waits meanwhile is told of the task that came back.
TEST(a_group_whose_call_for_help_ends_the_thread, tells_a_waiter_of_the_task) {
  event posts, may_end;
  ends_a_thread p{.before = 2, .first = [&] {
                    posts.set();
                    may_end.wait();
                  }};
  task_group g(p);
  std::atomic<int> ran = 0;
  event first_ran;
  for (int n = 0; n != 2; ++n) {
    g.run([&] {
      ++ran;
      first_ran.set();
    });
  }
  std::thread helper([&g] { g.wait(); });
  ASSERT_TRUE(posts.wait_for());
  group_result result{};
  std::thread waiter([&] { result = g.wait(); });
  ASSERT_TRUE(first_ran.wait_for()) << "the waiter takes the other task";
  may_end.set();
  helper.join();
  waiter.join();
  EXPECT_EQ(result, group_result::complete);
  EXPECT_EQ(ran, 2);
}

TEST(a_group_whose_call_for_help_ends_the_thread, drops_the_task_if_it_is_cancelled_meanwhile) {
  ends_a_thread p{.before = 2};
  task_group g(p);
  p.first = [&g] { g.cancel(); };
  int ran = 0;
  for (int n = 0; n != 2; ++n) g.run([&ran] { ++ran; });
  std::thread waiter([&g] { g.wait(); });
  waiter.join();
  EXPECT_EQ(g.wait(), group_result::cancelled);
  EXPECT_EQ(ran, 0);
}

template <class Pool>
class a_group : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::bounded<2>>, pool<queue::bounded<1>, blocking::reject>, pool<queue::none>>;
TYPED_TEST_SUITE(a_group, pools, numbered);

TYPED_TEST(a_group, runs_every_task_once_and_can_be_used_again) {
  TypeParam p{{.capacity = 2}};
  task_group g(p);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> ran(50);
    for (int& each : ran) g.run([&each] { ++each; });
    EXPECT_EQ(g.wait(), group_result::complete);
    EXPECT_EQ(ran, std::vector<int>(50, 1));
  }
}

TYPED_TEST(a_group, without_tasks_is_complete_at_once) {
  TypeParam p{{.capacity = 1}};
  task_group g(p);
  EXPECT_EQ(g.wait(), group_result::complete);
}

TYPED_TEST(a_group, of_a_pool_that_has_no_worker_to_spare_is_done_by_who_waits) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  task_group g(p);
  std::vector<std::thread::id> ran_by(20);
  for (auto& each : ran_by) g.run([&each] { each = std::this_thread::get_id(); });
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran_by, std::vector(20, std::this_thread::get_id()));
}

TYPED_TEST(a_group, of_a_closed_pool_is_done_by_who_waits) {
  TypeParam p{{.capacity = 1}};
  p.shutdown();
  p.join();
  int ran = 0;
  task_group g(p);
  for (int n = 0; n < 20; ++n) g.run([&ran] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 20);
}

TYPED_TEST(a_group, of_a_paused_pool_is_done_by_who_waits) {
  TypeParam p{{.capacity = 1}};
  const auto paused = p.pause();
  int ran = 0;
  task_group g(p);
  g.run([&ran] { ++ran; });
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 1);
}

// As deep as it is wide; on one worker a wait that parked would wait for itself.
template <class Pool>
int leaves_below(Pool& p, int depth) {
  if (depth == 0) return 1;
  int left = 0;
  int right = 0;
  task_group g(p);
  g.run([&] { left = leaves_below(p, depth - 1); });
  g.run([&] { right = leaves_below(p, depth - 1); });
  g.wait();
  return left + right;
}

TYPED_TEST(a_group, may_be_waited_for_inside_tasks_to_any_depth) {
  for (const unsigned workers : {1U, 3U}) {
    TypeParam p{{.capacity = workers}};
    EXPECT_EQ(p.run([&p] { return leaves_below(p, 10); }), 1024);
    EXPECT_EQ(leaves_below(p, 10), 1024);
  }
}

TYPED_TEST(a_group, takes_tasks_from_its_own_tasks) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> ran{0};
  task_group g(p);
  struct tree {
    task_group<TypeParam>& g;
    std::atomic<int>& ran;
    int depth;
    void operator()() const {
      ++ran;
      if (depth == 0) return;
      g.run(tree{g, ran, depth - 1});
      g.run(tree{g, ran, depth - 1});
    }
  };
  g.run(tree{g, ran, 11});
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_EQ(ran, 4095);
}

TYPED_TEST(a_group, shows_its_tasks_the_object_of_the_worker_that_waits) {
  TypeParam p{{.capacity = 1, .worker_state = [] { return std::any(7); }}};
  EXPECT_EQ(p.run([&p] {
    int seen = 0;
    task_group g(p);
    g.run([&seen] { seen = *this_worker::state<int>(); });
    g.wait();
    return seen;
  }),
            7);
}

TYPED_TEST(a_group, is_waited_for_by_its_destructor) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  {
    task_group g(p);
    for (int n = 0; n < 20; ++n) g.run([&ran] { ++ran; });
  }
  EXPECT_EQ(ran, 20);
}

TYPED_TEST(a_group, is_waited_for_by_any_number_of_threads) {
  TypeParam p{{.capacity = 2}};
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ran{0};
    task_group g(p);
    std::vector<std::thread> others;
    for (int t = 0; t < 3; ++t) {
      others.emplace_back([&] {
        g.run([&ran] { ++ran; });
        g.wait();
      });
    }
    for (auto& t : others) t.join();
    g.wait();
    EXPECT_EQ(ran, 3);
  }
}

TYPED_TEST(a_group, that_waits_for_itself_is_found_out) {
  TypeParam p{{.capacity = 1}};
  task_group g(p);
  g.run([&g] { g.wait(); });
  EXPECT_THROW(g.wait(), std::system_error);
  // also through a group in between
  g.run([&] {
    task_group inner(p);
    inner.run([&g] { g.wait(); });
    inner.wait();
  });
  EXPECT_THROW(g.wait(), std::system_error);
}

TEST(a_group_and_its_pool, refuses_an_empty_callable) {
  thread_pool p{{.capacity = 1}};
  task_group g(p);
  EXPECT_THROW(g.run(static_cast<void (*)()>(nullptr)), std::invalid_argument);
  EXPECT_THROW(g.run(task()), std::invalid_argument);
  EXPECT_EQ(g.wait(), group_result::complete);
}

TEST(a_group_death, is_not_destroyed_by_its_own_task) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        thread_pool p{{.capacity = 1}};
        auto* g = new task_group(p);
        g->run([g] { delete g; });
        g->wait();
      },
      testing::KilledBySignal(SIGABRT), "must not be destroyed by one of its own tasks");
}

}  // namespace
}  // namespace weir::tests
