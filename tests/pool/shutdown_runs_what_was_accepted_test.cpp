// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class shutdown : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<16>>, pool<workers::none>, pool<expiry::after_idle>>;
TYPED_TEST_SUITE(shutdown, pools, numbered);

TYPED_TEST(shutdown, returns_at_once_and_lets_the_rest_run) {
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 10; ++n) give(p, [&] { ++ran; });
  EXPECT_EQ(p.state(), run_state::open);
  p.shutdown();
  EXPECT_EQ(p.state(), run_state::closing);
  EXPECT_EQ(p.stats().queued, 10U);
  EXPECT_FALSE(p.join_for(5ms));
  EXPECT_FALSE(p.join_for(-1h));
  busy.release();
  p.join();
  EXPECT_EQ(ran, 10);
  EXPECT_EQ(p.state(), run_state::stopped);
  EXPECT_EQ(p.stats().workers, 0U);
  EXPECT_TRUE(p.join_for(0s)) << "what has ended stays so";
}

TYPED_TEST(shutdown, ends_a_pool_that_was_never_used) {
  TypeParam p{{.capacity = 4}};
  p.shutdown();
  p.join();
  EXPECT_EQ(p.state(), run_state::stopped);
}

TYPED_TEST(shutdown, ends_idle_workers) {
  TypeParam p{{.capacity = 4}};
  std::vector<hold> tasks(4);
  for (hold& each : tasks) each.occupy(p);
  for (hold& each : tasks) each.release();
  p.wait_idle();
  p.shutdown();
  EXPECT_TRUE(p.join_for(patience));
}

TYPED_TEST(shutdown, accepted_means_executed_whatever_the_moment) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> ran{0};
    std::atomic<int> accepted{0};
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
    p.shutdown();
    for (std::thread& each : submitters) each.join();
    p.join();
    ASSERT_EQ(ran, accepted);
  }
}

TYPED_TEST(shutdown, join_has_any_number_of_callers_and_may_come_first) {
  TypeParam p{{.capacity = 2}};
  tally joined;
  std::vector<std::thread> joiners;
  for (int n = 0; n < 6; ++n)
    joiners.emplace_back([&] {
      p.join();
      joined.add();
    });
  for (int n = 0; n < 20; ++n) give(p, [] {});
  EXPECT_EQ(joined.count(), 0) << "join does not begin the end";
  p.shutdown();
  EXPECT_TRUE(joined.reaches(6));
  for (std::thread& each : joiners) each.join();
}

TYPED_TEST(shutdown, the_destructor_drains) {
  std::atomic<int> ran{0};
  for (int round = 0; round < 20; ++round) {
    TypeParam p{{.capacity = 2}};
    for (int n = 0; n < 10; ++n) give(p, [&] { ++ran; });
  }
  EXPECT_EQ(ran, 200);
}

// The captures run code when they are destroyed, and that code uses the pool.
TYPED_TEST(shutdown, a_task_may_use_the_pool_while_it_is_destroyed) {
  struct late {
    TypeParam* p;
    late(TypeParam* pool) : p(pool) {}
    late(late&& other) noexcept : p(std::exchange(other.p, nullptr)) {}
    ~late() {
      if (p == nullptr) return;
      EXPECT_EQ(p->try_post([] {}), post_result::closed);
      EXPECT_EQ(p->stats().running, 1U);
    }
    void operator()() const { p->shutdown(); }
  };
  TypeParam p{{.capacity = 1}};
  give(p, late(&p));
  p.join();
}

TEST(the_destructor, ends_the_program_when_a_task_destroys_its_own_pool) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        auto* p = new thread_pool{{.capacity = 1}};
        static_cast<void>(p->post([p] { delete p; }));
        p->join();
      },
      "weir: a pool must not be destroyed by one of its own tasks");
}

TEST(a_closed_pool, lets_a_worker_go_that_rests_because_what_is_left_waits_behind_a_key) {
  pool<queue::keyed> p{{.capacity = 2}};
  std::atomic<int> ran{0};
  hold first;
  ASSERT_EQ(p.post(first.task(), key{1}), post_result::accepted);
  ASSERT_TRUE(first.begun());
  ASSERT_EQ(p.post([&] { ++ran; }, key{1}), post_result::accepted);
  p.run([&] { ++ran; });
  p.shutdown();
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; })) << "it has looked, and there is nothing for it";
  first.release();
  EXPECT_TRUE(p.join_for(patience)) << "the pool has nothing left to do, and a worker sleeps";
  EXPECT_EQ(ran, 2);
}

TEST(the_destructor, calls_std_terminate_then_and_says_no_more) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        std::set_terminate([] { std::_Exit(7); });
        auto* p = new thread_pool{{.capacity = 1}};
        static_cast<void>(p->post([p] { delete p; }));
        p->join();
      },
      testing::ExitedWithCode(7), "weir: a pool must not be destroyed by one of its own tasks\n$");
}

}  // namespace
}  // namespace weir::tests
