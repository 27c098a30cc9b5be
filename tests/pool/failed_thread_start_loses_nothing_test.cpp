// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

// A system that gives no more threads (I30): every count is restored, no task is lost, and what can go on goes on.
namespace weir::tests {
namespace {

template <class Pool>
class without_threads : public testing::Test {};
using pools = testing::Types<pool<unreliable_threads>, pool<unreliable_threads, queue::bounded<4>>, pool<unreliable_threads, queue::none>>;
TYPED_TEST_SUITE(without_threads, pools, numbered);

bool never() { return false; }

TYPED_TEST(without_threads, the_caller_does_the_work) {
  const unreliable_threads::scope no_thread(never);
  TypeParam p{{.capacity = 2}};
  std::thread::id who;
  give(p, [&] { who = std::this_thread::get_id(); });
  EXPECT_EQ(who, std::this_thread::get_id());
  const stats s = p.stats();
  EXPECT_EQ(s.workers, 0U);
  EXPECT_EQ(s.running, 0U);
  EXPECT_EQ(s.queued, 0U);
  EXPECT_GE(s.failed_starts, 1U);
  EXPECT_EQ(p.run([] { return 7; }), 7);
  p.wait_idle();
}

TYPED_TEST(without_threads, the_workers_that_are_there_do_the_work) {
  std::atomic<int> left{1};
  const unreliable_threads::scope one_thread([&] { return left-- > 0; });
  TypeParam p{{.capacity = 4}};
  hold busy;
  busy.occupy(p);
  std::atomic<int> ran{0};
  int accepted = 0;
  for (int n = 0; n < 4; ++n)
    if (p.try_post([&] { ++ran; }) == post_result::accepted) ++accepted;
  EXPECT_EQ(ran, 0) << "a worker is there, so the caller must not run tasks";
  EXPECT_EQ(p.stats().workers, 1U);
  busy.release();
  p.wait_idle();
  EXPECT_EQ(ran, accepted);
}

TYPED_TEST(without_threads, threads_are_asked_for_again) {
  std::atomic<bool> allowed{false};
  const unreliable_threads::scope on_demand([&] { return allowed.load(); });
  TypeParam p{{.capacity = 1}};
  give(p, [] {});
  allowed = true;
  EXPECT_NE(p.run([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
  EXPECT_EQ(p.stats().workers, 1U);
}

TYPED_TEST(without_threads, the_pool_stops_and_opens_again) {
  const unreliable_threads::scope no_thread(never);
  TypeParam p{{.capacity = 1}};
  give(p, [] {});
  p.shutdown();
  p.join();
  ASSERT_TRUE(p.restart());
  give(p, [] {});
  EXPECT_TRUE(p.stop().empty());
  p.join();
}

TYPED_TEST(without_threads, every_other_thread_fails_and_nothing_is_lost) {
  std::atomic<unsigned> asked{0};
  const unreliable_threads::scope every_other([&] { return ++asked % 2 == 0; });
  std::atomic<int> ran{0};
  for (int round = 0; round < 30; ++round) {
    TypeParam p{{.capacity = 4}};
    std::vector<std::thread> submitters;
    for (int s = 0; s < 3; ++s)
      submitters.emplace_back([&] {
        for (int n = 0; n < 50; ++n) give(p, [&] { ++ran; });
      });
    for (std::thread& each : submitters) each.join();
    p.wait_idle();
  }
  EXPECT_EQ(ran, 30 * 150);
}

TYPED_TEST(without_threads, a_caller_that_does_the_work_is_inside_the_pool) {
  const unreliable_threads::scope no_thread(never);
  TypeParam p{{.capacity = 1}};
  give(p, [&] {
    EXPECT_EQ(p.stats().running, 1U);
    EXPECT_EQ(p.run([] { return 1; }), 1);
    EXPECT_THROW(p.wait_idle(), std::system_error);
  });
}

TEST(a_prestarted_pool_without_threads, is_made_all_the_same) {
  const unreliable_threads::scope no_thread(never);
  pool<unreliable_threads, growth::prestart> p{{.capacity = 4}};
  EXPECT_EQ(p.stats().workers, 0U);
  EXPECT_GE(p.stats().failed_starts, 1U);
  EXPECT_EQ(p.run([] { return 7; }), 7);
}

// The place that a failed start gives back is one that a waiting submitter may have.
TEST(a_start_that_fails, calls_the_submitter_that_waits_for_its_place) {
  event asked;
  event answer;
  const unreliable_threads::scope slow_refusal([&] {
    asked.set();
    answer.wait();
    return false;
  });
  pool<unreliable_threads, queue::none> p{{.capacity = 1}};
  event first_done;
  event second_done;
  std::thread first([&] {
    give(p, [] {});
    first_done.set();
  });
  ASSERT_TRUE(asked.wait_for());
  std::thread second([&] {
    give(p, [] {});
    second_done.set();
  });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  answer.set();
  EXPECT_TRUE(first_done.wait_for());
  EXPECT_TRUE(second_done.wait_for()) << "the place is free and nobody told it";
  p.resize(0, 2);  // tells it, so that a failure ends
  first.join();
  second.join();
}

TEST(a_start_that_fails, leaves_the_callers_task_alone_when_it_is_refused) {
  std::atomic<int> left{1};
  const unreliable_threads::scope one_thread([&] { return left-- > 0; });
  pool<unreliable_threads, queue::none, blocking::reject> p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  int ran = 0;
  task mine([&] { ++ran; });
  EXPECT_EQ(p.post(mine), post_result::full);
  ASSERT_TRUE(mine);
  mine();
  EXPECT_EQ(ran, 1);
}

// stop() or shutdown() may come while a thread is being asked for.
TEST(a_start_that_fails, does_not_outlive_the_pool) {
  for (const bool granted : {false, true}) {
    event asked;
    event answer;
    const unreliable_threads::scope slow([&] {
      asked.set();
      answer.wait();
      return granted;
    });
    std::atomic<int> ran{0};
    pool<unreliable_threads> p{{.capacity = 1}};
    std::thread submitter([&] { give(p, [&] { ++ran; }); });
    ASSERT_TRUE(asked.wait_for());
    p.shutdown();
    EXPECT_FALSE(p.join_for(std::chrono::milliseconds(10))) << "a thread is still being started";
    answer.set();
    p.join();
    EXPECT_EQ(ran, 1);
    submitter.join();
  }
}

}  // namespace
}  // namespace weir::tests
