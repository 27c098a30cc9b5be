// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

// pthread_exit unwinds the stack of the thread it ends. A pool survives that like any other end of a task (I4).
namespace weir::tests {
namespace {

template <class Pool>
class a_task_that_ends_its_thread : public testing::Test {};
using pools = testing::Types<pool<observer::counters>, pool<observer::counters, queue::bounded<8>>, pool<observer::counters, queue::none>>;
TYPED_TEST_SUITE(a_task_that_ends_its_thread, pools, numbered);

TYPED_TEST(a_task_that_ends_its_thread, gives_its_place_back) {
  TypeParam p{{.capacity = 2}};
  for (int n = 0; n < 50; ++n) {
    give(p, [] { pthread_exit(nullptr); });
    p.wait_idle();
    ASSERT_LE(p.stats().workers, 2U);
    ASSERT_EQ(p.stats().running, 0U);
  }
  std::array<hold, 2> tasks;
  for (hold& each : tasks) each.occupy(p);
  EXPECT_EQ(p.stats().workers, 2U);
}

TYPED_TEST(a_task_that_ends_its_thread, lets_go_of_what_it_holds) {
  TypeParam p{{.capacity = 1}};
  const auto held = std::make_shared<int>(0);
  give(p, [held] { pthread_exit(nullptr); });
  p.wait_idle();
  EXPECT_EQ(held.use_count(), 1);
}

TYPED_TEST(a_task_that_ends_its_thread, does_not_take_the_next_ones_with_it) {
  for (int round = 0; round < 20; ++round) {
    TypeParam p{{.capacity = 1}};
    std::atomic<int> ran{0};
    for (int n = 0; n < 10; ++n) {
      give(p, [] { pthread_exit(nullptr); });
      give(p, [&] { ++ran; });
    }
    p.wait_idle();
    ASSERT_EQ(ran, 10);
    ASSERT_EQ(p.stats().failed_starts, 0U);
  }
}

TYPED_TEST(a_task_that_ends_its_thread, makes_room_for_a_submitter_that_waits) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  give(p, [task = busy.task()] {
    task();
    pthread_exit(nullptr);
  });
  ASSERT_TRUE(busy.begun());
  while (p.try_post([] {}) == post_result::accepted && p.stats().queued < 8) {
  }
  event admitted;
  std::thread submitter([&] {
    give(p, [] {});
    admitted.set();
  });
  busy.release();
  EXPECT_TRUE(admitted.wait_for());
  submitter.join();
}

TYPED_TEST(a_task_that_ends_its_thread, lets_the_pool_stop) {
  TypeParam p{{.capacity = 2}};
  give(p, [&p] {
    p.shutdown();
    pthread_exit(nullptr);
  });
  p.join();
  EXPECT_EQ(p.stats().workers, 0U);
  ASSERT_TRUE(p.restart());
  EXPECT_EQ(p.run([] { return 1; }), 1);
}

TYPED_TEST(a_task_that_ends_its_thread, cancels_its_future) {
  TypeParam p{{.capacity = 1}};
  auto f = p.submit([] { pthread_exit(nullptr); });
  EXPECT_THROW(f.get(), not_run);
}

TYPED_TEST(a_task_that_ends_its_thread, is_counted_like_any_other) {
  TypeParam p{{.capacity = 1}};
  for (int n = 0; n < 5; ++n) give(p, [] { pthread_exit(nullptr); });
  p.wait_idle();
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 5U);
  EXPECT_EQ(s.completed + s.panicked, 5U);
}

TEST(a_task_that_ends_its_thread_with_a_key, lets_go_of_the_key) {
  pool<queue::keyed> p{{.capacity = 1}};
  event ran;
  EXPECT_EQ(p.post([] { pthread_exit(nullptr); }, key{1}), post_result::accepted);
  EXPECT_EQ(p.post([&] { ran.set(); }, key{1}), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
}

TEST(a_task_that_ends_its_callers_thread, leaves_the_pool_whole) {
  pool<queue::bounded<1>, blocking::caller_runs> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  std::thread caller([&] {
    static_cast<void>(p.post([] { pthread_exit(nullptr); }));
    ADD_FAILURE() << "the thread went on";
  });
  caller.join();
  EXPECT_EQ(p.stats().running, 1U);
  busy.release();
  p.wait_idle();
}

TEST(a_task_that_ends_its_callers_thread, is_counted_like_any_other) {
  pool<observer::all_of<observer::counters, observer::watchdog>, queue::none, blocking::caller_runs> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::thread caller([&] {
    give(p, [&p] {  // runs here, and around the other one
      static_cast<void>(p.post([] { pthread_exit(nullptr); }));
    });
  });
  caller.join();
  int left = 0;
  p.observer().get<observer::watchdog>().check(std::chrono::seconds(0), [&left](const observer::long_task&) { ++left; });
  EXPECT_EQ(left, 1) << "only the worker's task runs";
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 3U);
  EXPECT_EQ(s.panicked, 2U) << "both tasks of the caller were ended";
}

// The task waits in the queue, and the thread that posts the next one runs it, because the pool gets no thread.
TEST(a_task_that_ends_its_callers_thread, is_counted_where_the_system_refuses_threads) {
  const unreliable_threads::scope none([] { return false; });
  pool<observer::counters, unreliable_threads> p{{.capacity = 1}};
  std::thread([&p] { static_cast<void>(p.post([] { pthread_exit(nullptr); })); }).join();
  p.wait_idle();
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 1U);
  EXPECT_EQ(s.panicked, 1U);
}

TEST(a_task_that_ends_its_callers_thread, lets_go_of_the_key) {
  const unreliable_threads::scope none([] { return false; });
  pool<queue::keyed, unreliable_threads> p{{.capacity = 1}};
  std::thread caller([&] {
    static_cast<void>(p.post([] { pthread_exit(nullptr); }, key{1}));
    ADD_FAILURE() << "the thread went on";
  });
  caller.join();
  int ran = 0;
  EXPECT_EQ(p.post([&] { ++ran; }, key{1}), post_result::accepted);
  EXPECT_EQ(ran, 1);
}

TEST(a_task_that_ends_its_callers_thread, may_have_come_in_a_bulk) {
  std::atomic<bool> refuses = true;
  const unreliable_threads::scope none([&] { return !refuses; });
  pool<unreliable_threads> p{{.capacity = 1}};
  std::atomic<int> ran{0};
  std::thread([&] {
    const auto task = [&](int n) {
      return [&ran, n] {
        ++ran;
        if (n == 0) pthread_exit(nullptr);
      };
    };
    static_cast<void>(p.post_bulk(std::array{task(0), task(1), task(2)}));
    ADD_FAILURE() << "the thread went on";
  }).join();
  p.wait_idle();
  EXPECT_EQ(ran, 3);
  refuses = false;
  EXPECT_EQ(p.run([] { return 1; }), 1);
}

// The caller runs the task since there is no thread; what the task has posted is left to a later thread, or to the caller as it ends.
TEST(a_task_that_ends_its_callers_thread, leaves_what_it_has_posted_to_others) {
  for (const int refusals : {2, 1'000}) {
    std::atomic<int> refused = refusals;
    const unreliable_threads::scope at_first([&] { return refused-- <= 0; });
    pool<unreliable_threads> p{{.capacity = 1}};
    std::atomic<bool> ran = false;
    std::thread([&] {
      give(p, [&] {
        give(p, [&] { ran = true; });
        pthread_exit(nullptr);
      });
      ADD_FAILURE() << "the thread went on";
    }).join();
    EXPECT_TRUE(p.wait_idle_for(patience));
    EXPECT_TRUE(ran);
  }
}

TEST(a_task_that_ends_its_callers_thread, leaves_the_next_one_of_its_key_to_others) {
  for (const int refusals : {2, 1'000}) {
    std::atomic<int> refused = refusals;
    const unreliable_threads::scope at_first([&] { return refused-- <= 0; });
    pool<queue::keyed, unreliable_threads> p{{.capacity = 1}};
    std::atomic<bool> ran = false;
    std::thread([&] {
      static_cast<void>(p.post(
          [&] {
            EXPECT_EQ(p.post([&] { ran = true; }, key{1}), post_result::accepted);
            pthread_exit(nullptr);
          },
          key{1}));
      ADD_FAILURE() << "the thread went on";
    }).join();
    EXPECT_TRUE(p.wait_idle_for(patience));
    EXPECT_TRUE(ran);
  }
}

TEST(a_task_of_a_light_pool_that_ends_its_thread, is_counted_like_any_other) {
  light_pool<observer::counters> p{{.capacity = 2, .carriers = 1}};
  give(p, [] { pthread_exit(nullptr); });
  p.wait_idle();
  EXPECT_EQ(p.stats().panicked, 1U);
}

}  // namespace
}  // namespace weir::tests
