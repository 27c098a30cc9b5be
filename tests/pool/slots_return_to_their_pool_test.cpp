// SPDX-License-Identifier: Apache-2.0
// The slots of coroutines that have ended, which a worker keeps for those that begin on it next.
#include <weir/async_semaphore.hpp>
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/platform/native.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

template <class Pool>
class slots : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::stealing>, pool<queue::bounded<512>>, pool<expiry::after_idle>, pool<workers::none>>;
TYPED_TEST_SUITE(slots, pools, numbered);

coroutine<> ends_at_once() { co_return; }

TYPED_TEST(slots, that_a_worker_keeps_are_no_suspended_coroutines) {
  TypeParam p({.capacity = 1});
  hold before, after;
  before.occupy(p);
  for (int n = 0; n != 100; ++n) give(p, ends_at_once);
  give(p, after.task());
  before.release();
  ASSERT_TRUE(after.begun());
  EXPECT_EQ(p.stats().suspended, 0U);
  after.release();
  p.wait_idle();
  EXPECT_EQ(p.stats().suspended, 0U);
}

// A pool that has not got them back has no end; so it is left alone then.
TYPED_TEST(slots, of_a_thread_that_a_task_ends_are_given_back) {
  auto p = std::make_unique<TypeParam>(options{.capacity = 1});
  hold before;
  before.occupy(*p);
  for (int n = 0; n != 3; ++n) give(*p, ends_at_once);
  give(*p, [] { pthread_exit(nullptr); });
  before.release();
  if (!p->wait_idle_for(patience)) {
    static_cast<void>(p.release());
    FAIL() << "a coroutine counts as begun";
  }
  EXPECT_EQ(p->stats().suspended, 0U);
}

// More coroutines end on the worker than it keeps slots for.
TYPED_TEST(slots, of_many_coroutines_are_used_again) {
  TypeParam p({.capacity = 1});
  for (int round = 0; round != 3; ++round) {
    async_semaphore gate(0);
    tally ended;
    for (int n = 0; n != 200; ++n)
      give(p, [&]() -> coroutine<> {
        co_await gate.acquire();
        ended.add();
      });
    ASSERT_TRUE(eventually([&] { return p.stats().suspended == 200; }));
    for (int n = 0; n != 200; ++n) gate.release();
    ASSERT_TRUE(ended.reaches(200));
    p.wait_idle();
    EXPECT_EQ(p.stats().suspended, 0U);
  }
}

TYPED_TEST(slots, start_no_worker_for_a_blocking_region) {
  std::atomic<int> starts{0};
  TypeParam p({.capacity = 1, .on_start = [&] { ++starts; }});
  hold before;
  before.occupy(p);
  for (int n = 0; n != 3; ++n) give(p, ends_at_once);
  give(p, [&] { blocking_region(p, [] {}); });
  before.release();
  p.wait_idle();
  EXPECT_EQ(starts, 1);
}

// A worker stays for the time while the other one runs the last turn of the last coroutine.
TEST(slots_of_the_last_coroutine, let_a_timekeeper_leave) {
  pool<workers::none> p({.capacity = 2});
  async_semaphore gate(0);
  hold last_turn;
  give(p, [&]() -> coroutine<> {
    co_await gate.acquire();
    last_turn.task()();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1; }));
  gate.release();
  ASSERT_TRUE(last_turn.begun());
  p.submit([] {}).get();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  last_turn.release();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

// The other worker keeps the time for the slots of one whose task ends its thread.
TEST(slots_of_the_last_coroutine, let_a_timekeeper_leave_when_a_task_ends_the_thread) {
  pool<workers::none> p({.capacity = 2});
  hold last_turn, other, end;
  give(p, [&]() -> coroutine<> {
    last_turn.task()();
    co_return;
  });
  ASSERT_TRUE(last_turn.begun());
  other.occupy(p);
  give(p, [ends = end.task()] {
    ends();
    pthread_exit(nullptr);
  });
  last_turn.release();
  ASSERT_TRUE(end.begun());
  other.release();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  end.release();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

// One worker, tasks in the queue, and timers whose time has come.
TEST(timers_that_are_due, take_turns_with_tasks) {
  pool<> p({.capacity = 1});
  constexpr int sleepers = 10;
  constexpr int between_looks = 32;
  const auto due = clock::now() + 20ms;
  int tasks = 0;
  std::vector<int> tasks_before;
  for (int n = 0; n != sleepers; ++n)
    give(p, [&]() -> coroutine<> {
      co_await sleep_until(due);
      tasks_before.push_back(tasks);
    });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == sleepers; }));
  hold held;
  held.occupy(p);
  for (int n = 0; n != 200; ++n) give(p, [&] { ++tasks; });
  while (clock::now() < due + 1ms) std::this_thread::yield();
  held.release();
  p.wait_idle();
  ASSERT_EQ(tasks_before.size(), std::size_t{sleepers});
  EXPECT_LE(tasks_before.front(), between_looks);
  EXPECT_LE(tasks_before.back(), tasks_before.front() + 2 * sleepers);
}

}  // namespace
}  // namespace weir::tests
