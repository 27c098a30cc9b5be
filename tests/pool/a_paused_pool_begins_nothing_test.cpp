// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_paused_pool : public testing::Test {};
using queueing = testing::Types<pool<>, pool<queue::mutex_fifo>, pool<queue::bounded<256>>, pool<workers::none>, pool<wake::exact>,
                                pool<growth::prestart>, pool<expiry::after_idle>>;
TYPED_TEST_SUITE(a_paused_pool, queueing, numbered);

TYPED_TEST(a_paused_pool, queues_and_runs_it_all_afterwards) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> ran{0};
  for (const bool used : {false, true}) {
    ran = 0;
    {
      const auto paused = p.pause();
      for (int n = 0; n < 10; ++n) give(p, [&] { ++ran; });
      EXPECT_FALSE(p.wait_idle_for(5ms)) << "what is queued is not done";
      EXPECT_EQ(p.stats().queued, 10U);
      EXPECT_EQ(ran, 0) << (used ? "with workers" : "without workers");
    }
    p.wait_idle();
    EXPECT_EQ(ran, 10);
  }
}

TYPED_TEST(a_paused_pool, stands_still_when_pause_returns) {
  TypeParam p{{.capacity = 3}};
  std::atomic<int> running{0};
  std::atomic<int> ran{0};
  std::atomic<bool> stop{false};
  std::thread submitter([&] {
    while (!stop)
      if (p.stats().queued > 8 || p.try_post([&] { ++running, std::this_thread::yield(), --running, ++ran; }) != post_result::accepted)
        std::this_thread::yield();
  });
  EXPECT_TRUE(eventually([&] { return ran != 0; }));
  for (int round = 0; round < 200 && !this->HasFailure(); ++round) {
    const auto paused = p.pause();
    EXPECT_EQ(running, 0);
    const int before = ran;
    EXPECT_EQ(p.stats().running, 0U);
    for (int look = 0; look < 20; ++look) std::this_thread::yield();
    EXPECT_EQ(ran, before) << "a task began in a paused pool";
    EXPECT_EQ(running, 0);
  }
  stop = true;
  submitter.join();
  p.wait_idle();
}

TYPED_TEST(a_paused_pool, waits_for_the_tasks_that_run) {
  TypeParam p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  event paused;
  std::thread pauser([&] {
    const auto guard = p.pause();
    paused.set();
  });
  EXPECT_FALSE(paused.wait_for(10ms));
  busy.release();
  EXPECT_TRUE(paused.wait_for());
  pauser.join();
}

TYPED_TEST(a_paused_pool, goes_on_when_the_last_of_many_guards_is_gone) {
  TypeParam p{{.capacity = 2}};
  event ran;
  auto first = p.pause();
  auto second = p.pause();
  auto third = std::move(first);
  first.resume();  // holds nothing any more
  give(p, [&] { ran.set(); });
  second.resume();
  second.resume();
  EXPECT_FALSE(ran.wait_for(5ms)) << "the second resume of a guard took somebody else's pause back";
  third = p.pause();
  EXPECT_FALSE(ran.wait_for(5ms)) << "an assignment ends the old pause only after the new one began";
  third.resume();
  EXPECT_TRUE(ran.wait_for());
}

TYPED_TEST(a_paused_pool, may_be_paused_by_many_at_once) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> pauses{0};
  std::atomic<int> ran{0};
  std::vector<std::thread> pausers;
  for (int n = 0; n < 4; ++n)
    pausers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        const auto guard = p.pause();
        ++pauses;
        give(p, [&] {
          if (pauses != 0) ADD_FAILURE() << "a task ran while somebody paused";
          ++ran;
        });
        --pauses;
      }
    });
  for (std::thread& each : pausers) each.join();
  p.wait_idle();
  EXPECT_EQ(ran, 200);
}

TYPED_TEST(a_paused_pool, may_be_resized) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> ran{0};
  {
    const auto paused = p.pause();
    for (int n = 0; n < 6; ++n) give(p, [&] { ++ran; });
    p.resize(0, 1);
    EXPECT_TRUE(eventually([&] { return p.stats().workers <= 1; })) << "the surplus stays";
    p.resize(0, 4);
    EXPECT_FALSE(p.wait_idle_for(5ms));
    EXPECT_EQ(ran, 0);
  }
  p.wait_idle();
  EXPECT_EQ(ran, 6);
}

TYPED_TEST(a_paused_pool, says_so_until_the_last_guard_is_gone_or_it_is_closed) {
  TypeParam p{{.capacity = 2}};
  EXPECT_FALSE(p.is_paused());
  auto first = p.pause();
  auto second = p.pause();
  EXPECT_TRUE(p.is_paused());
  first.resume();
  EXPECT_TRUE(p.is_paused());
  second.resume();
  EXPECT_FALSE(p.is_paused());
  first = p.pause();
  p.shutdown();
  EXPECT_FALSE(p.is_paused()) << "what was accepted runs";
  p.join();
  ASSERT_TRUE(p.restart());
  EXPECT_FALSE(p.is_paused()) << "the pause was one of the life before";
}

TYPED_TEST(a_paused_pool, says_so_to_a_task_that_the_pause_waits_for) {
  TypeParam p{{.capacity = 2}};
  event begun;
  bool seen = false;
  give(p, [&] {
    begun.set();
    seen = eventually([&] { return p.is_paused(); });
  });
  begun.wait();
  const auto paused = p.pause();
  EXPECT_TRUE(seen);
}

TYPED_TEST(a_paused_pool, without_work_is_idle) {
  TypeParam p{{.capacity = 2}};
  p.run([] {});
  const auto paused = p.pause();
  EXPECT_TRUE(p.wait_idle_for(patience));
}

// No queue: no place can keep a task, so there is no room.
template <class Pool>
class a_paused_pool_without_a_queue : public testing::Test {};
using handing_over = testing::Types<pool<queue::none>, pool<queue::none, workers::none>, pool<queue::none, growth::prestart>>;
TYPED_TEST_SUITE(a_paused_pool_without_a_queue, handing_over, numbered);

TYPED_TEST(a_paused_pool_without_a_queue, lets_submitters_wait) {
  TypeParam p{{.capacity = 2}};
  std::atomic<int> ran{0};
  for (const bool used : {false, true}) {
    ran = 0;
    std::vector<std::thread> submitters;
    {
      const auto paused = p.pause();
      EXPECT_EQ(p.try_post([] {}), post_result::full) << used;
      EXPECT_EQ(p.post_for(1ms, [] {}), post_result::timed_out);
      for (int n = 0; n < 5; ++n) submitters.emplace_back([&] { give(p, [&] { ++ran; }); });
      EXPECT_TRUE(eventually([&] { return p.stats().waiting == 5; }));
      p.resize(0, 3);
      EXPECT_EQ(ran, 0);
    }
    for (std::thread& each : submitters) each.join();
    p.wait_idle();
    EXPECT_EQ(ran, 5);
  }
}

template <class Pool>
void expect_full_while_paused() {
  Pool p{{.capacity = 1}};
  auto paused = p.pause();
  while (p.try_post([] {}) == post_result::accepted) {
  }
  const auto answer = p.post([] { ADD_FAILURE() << "a refused task ran"; });
  EXPECT_EQ(answer, post_result::full);
  EXPECT_EQ(p.stats().workers, 0U);
  paused.resume();
  p.wait_idle();
}

TEST(a_paused_pool_of_another_kind, answers_full_when_its_submitters_would_run_the_task) {
  expect_full_while_paused<pool<queue::none, blocking::caller_runs>>();
  expect_full_while_paused<pool<queue::bounded<2>, blocking::caller_runs>>();
}
TEST(a_paused_pool_of_another_kind, answers_full_when_it_would_overflow) {
  expect_full_while_paused<pool<queue::none, blocking::overflow_spawn>>();
  expect_full_while_paused<pool<queue::bounded<2>, blocking::overflow_spawn>>();
}
TEST(a_paused_pool_of_another_kind, answers_full_when_it_rejects) {
  expect_full_while_paused<pool<queue::none, blocking::reject>>();
  expect_full_while_paused<pool<queue::bounded<2>, blocking::reject>>();
}
TEST(a_paused_pool_of_another_kind, drops_the_oldest_as_ever) {
  pool<queue::bounded<2>, blocking::discard_oldest> p{{.capacity = 1}};
  std::vector<int> ran;
  {
    const auto paused = p.pause();
    for (int n = 0; n < 5; ++n) give(p, [&ran, n] { ran.push_back(n); });
  }
  p.wait_idle();
  EXPECT_EQ(ran, (std::vector{3, 4}));
}

TEST(a_paused_pool_of_another_kind, waits_for_a_caller_that_runs_its_task) {
  pool<queue::none, blocking::caller_runs> p{{.capacity = 1}};
  hold worker;
  worker.occupy(p);
  hold caller;
  std::thread submitter([&] { give(p, caller.task()); });
  ASSERT_TRUE(caller.begun());
  event paused;
  std::thread pauser([&] {
    const auto guard = p.pause();
    paused.set();
  });
  worker.release();
  EXPECT_FALSE(paused.wait_for(10ms));
  caller.release();
  EXPECT_TRUE(paused.wait_for());
  submitter.join();
  pauser.join();
}

TEST(a_paused_multi_pool, says_so_while_each_of_its_pools_is_paused) {
  multi_pool<pool<>> m(2, {.capacity = 1});
  auto paused = m.pause();
  EXPECT_TRUE(m.is_paused());
  paused.pop_back();
  EXPECT_FALSE(m.is_paused()) << "one of them is open";
}

// One that holds nothing, and one that holds a pause which ended with the pool's last life.
TEST(a_guard_of_a_paused_pool, may_get_another_pause) {
  pool<queue::none> p{{.capacity = 1}};
  auto guard = p.pause();
  guard.resume();
  guard = p.pause();
  EXPECT_EQ(p.try_post([] {}), post_result::full);
  p.shutdown();
  p.join();
  ASSERT_TRUE(p.restart());
  guard = p.pause();
  EXPECT_EQ(p.try_post([] {}), post_result::full);
  guard.resume();
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
}

}  // namespace
}  // namespace weir::tests
