// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/this_task.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class purge : public testing::Test {};
using pools =
    testing::Types<pool<observer::counters>, pool<observer::counters, queue::mutex_fifo>, pool<observer::counters, queue::bounded<64>>>;
TYPED_TEST_SUITE(purge, pools, numbered);

TYPED_TEST(purge, gives_the_tasks_in_the_order_of_the_queue) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::vector<int> order;
  for (int n = 0; n < 50; ++n) give(p, [&order, n] { order.push_back(n); });
  std::vector<task> back = p.purge();
  ASSERT_EQ(back.size(), 50U);
  EXPECT_EQ(p.stats().queued, 0U);
  EXPECT_TRUE(order.empty());
  for (task& each : back) each();
  for (int n = 0; n < 50; ++n) ASSERT_EQ(order.at(static_cast<std::size_t>(n)), n);
  EXPECT_TRUE(p.purge().empty());
}

TYPED_TEST(purge, leaves_the_pool_open) {
  TypeParam p{{.capacity = 1}};
  std::vector<task> back;
  {
    const auto paused = p.pause();
    give(p, [] {});
    back = p.purge();
  }
  EXPECT_EQ(back.size(), 1U);
  EXPECT_EQ(p.state(), run_state::open);
  EXPECT_EQ(p.run([] { return 7; }), 7);
  for (task& each : back) give(p, each);
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, 2U);
}

TYPED_TEST(purge, cancels_the_futures_of_what_is_destroyed) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto run_by_hand = p.submit([] { return 1; });
  auto destroyed = p.submit([] { return 2; });
  {
    std::vector<task> back = p.purge();
    ASSERT_EQ(back.size(), 2U);
    EXPECT_FALSE(destroyed.ready());
    back[0]();
  }
  EXPECT_EQ(run_by_hand.get(), 1);
  try {
    destroyed.get();
    ADD_FAILURE() << "it ran";
  } catch (const not_run& why) {
    EXPECT_EQ(why.reason(), post_result::cancelled);
  }
}

TYPED_TEST(purge, is_heard_of_by_those_who_wait_for_an_idle_pool) {
  TypeParam p{{.capacity = 1}};
  const auto paused = p.pause();
  give(p, [] { ADD_FAILURE() << "the pool is paused"; });
  event idle;
  std::thread waiter([&] {
    p.wait_idle();
    idle.set();
  });
  EXPECT_FALSE(idle.wait_for(5ms));
  EXPECT_EQ(p.purge().size(), 1U);
  EXPECT_TRUE(idle.wait_for()) << "nothing waits, nothing runs, and nobody said so";
  if (!idle.happened()) p.shutdown();  // answers all waiters, so that a failure ends
  waiter.join();
}

TYPED_TEST(purge, may_be_called_by_a_task) {
  TypeParam p{{.capacity = 1}};
  std::size_t taken = 0;
  hold busy;
  give(p, [&, task = busy.task()] {
    task();
    taken = p.purge().size();
  });
  ASSERT_TRUE(busy.begun());
  for (int n = 0; n < 3; ++n) give(p, [] { ADD_FAILURE() << "it was taken back"; });
  busy.release();
  p.wait_idle();
  EXPECT_EQ(taken, 3U);
}

TYPED_TEST(purge, races_with_workers_and_loses_nothing) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> ran{0};
  std::atomic<bool> posted{false};
  std::thread submitter([&] {
    for (int n = 0; n < 2000; ++n) give(p, [&] { ++ran; });
    posted = true;
  });
  std::size_t taken = 0;
  while (!posted) taken += p.purge().size();
  submitter.join();
  taken += p.purge().size();
  p.wait_idle();
  EXPECT_EQ(taken + static_cast<std::size_t>(ran), 2000U);
}

// What a post carries with its task goes with it, wherever it is run in the end.
TYPED_TEST(purge, gives_tasks_that_can_be_run_anywhere) {
  TypeParam p{{.capacity = 1}};
  const auto paused = p.pause();
  std::stop_source stopped;
  std::string seen;
  int ran = 0;
  const auto look = [&] {
    const std::string* here = this_task::context<std::string>();
    seen = here == nullptr ? "nothing" : *here;
  };
  EXPECT_EQ(p.post(look, weir::context(std::string("mine"))), post_result::accepted);
  EXPECT_EQ(p.post([&] { ++ran; }, stopped.get_token()), post_result::accepted);
  EXPECT_EQ(p.post([&] { ++ran; }, std::stop_source().get_token()), post_result::accepted);
  stopped.request_stop();
  std::vector<task> back = p.purge();
  ASSERT_EQ(back.size(), 3U);
  for (task& each : back) each();
  EXPECT_EQ(seen, "mine");
  EXPECT_EQ(ran, 1) << "one of the two was stopped before";
  EXPECT_EQ(this_task::context<std::string>(), nullptr);
}

TYPED_TEST(purge, gives_tasks_that_another_pools_task_may_run) {
  TypeParam p{{.capacity = 1}};
  std::vector<task> back;
  std::stop_source stopped;
  stopped.request_stop();
  {
    const auto paused = p.pause();
    EXPECT_EQ(p.post([] {}, weir::context(1)), post_result::accepted);
    EXPECT_EQ(p.post([] { ADD_FAILURE(); }, stopped.get_token()), post_result::accepted);
    back = p.purge();
  }
  TypeParam other{{.capacity = 1}};
  EXPECT_EQ(other.post(
                [&] {
                  for (task& each : back) each();
                  back.clear();
                  const auto* own = this_task::context<std::string>();
                  EXPECT_TRUE(own != nullptr && *own == "outer") << "the inner task's context is left behind";
                },
                weir::context(std::string("outer"))),
            post_result::accepted);
  other.wait_idle();
  EXPECT_EQ(other.stats().completed, 1U) << "the task that ran a stopped one was not stopped itself";
  EXPECT_EQ(other.stats().cancelled, 0U);
}

TEST(purge_of_a_full_queue, lets_the_submitters_in_that_wait) {
  pool<queue::bounded<2>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 2; ++n) give(p, [] { ADD_FAILURE() << "it was taken back"; });
  tally admitted;
  std::vector<std::thread> submitters;
  for (int n = 0; n < 2; ++n)
    submitters.emplace_back([&] {
      give(p, [] {});
      admitted.add();
    });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 2; }));
  std::vector<task> back = p.purge();
  EXPECT_GE(back.size(), 2U);
  EXPECT_TRUE(admitted.reaches(2)) << "there is room, and the one worker is busy";
  busy.release();
  for (std::thread& each : submitters) each.join();
}

TEST(purge_of_a_pool_without_a_queue, has_nothing_to_give) {
  pool<queue::none> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_TRUE(p.purge().empty());
}

}  // namespace
}  // namespace weir::tests
