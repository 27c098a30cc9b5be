// SPDX-License-Identifier: Apache-2.0
// Each worker has a ready queue of its own. What waits in those of workers that are blocked, or have left, is no worse off.
#include <weir/async_semaphore.hpp>
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/this_task.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>
#include <thread>

namespace weir::tests {
namespace {

template <class Pool>
class a_ready_coroutine : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::stealing>, pool<queue::none>>;
TYPED_TEST_SUITE(a_ready_coroutine, pools, numbered);

TYPED_TEST(a_ready_coroutine, runs_though_the_worker_on_which_it_began_is_held) {
  TypeParam p({.capacity = 2});
  for (int which : {0, 1}) {
    async_semaphore gate(0);
    event ended;
    give(p, [&]() -> coroutine<> {
      co_await gate.acquire();
      ended.set();
    });
    ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle != 0; }));
    std::array<hold, 2> held;
    for (hold& each : held) each.occupy(p);
    gate.release();
    held[which].release();
    EXPECT_TRUE(ended.wait_for());
  }
}

// Two workers begin two coroutines. One of them is held, and the other one runs both.
TYPED_TEST(a_ready_coroutine, has_as_many_turns_as_that_of_the_worker_that_runs_it) {
  constexpr int turns = 2000;
  TypeParam p({.capacity = 2});
  std::latch begun(2);
  std::array<async_semaphore, 2> gates{async_semaphore(0), async_semaphore(0)};
  std::array<std::atomic<int>, 2> had{};
  std::atomic<int> least{turns};
  tally ended;
  for (int n : {0, 1})
    give(p, [&, n]() -> coroutine<> {
      begun.arrive_and_wait();
      co_await gates[n].acquire();
      while (++had[n] != turns) co_await yield();
      const int other = had[1 - n];
      if (other < least) least = other;
      ended.add();
    });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 2 && p.stats().idle != 0; }));
  hold held;
  held.occupy(p);
  give(p, [&] {
    for (async_semaphore& each : gates) each.release();
  });
  EXPECT_TRUE(ended.reaches(2));
  EXPECT_GE(least, turns / 2) << "of the one that was not first";
}

// A pool without a queue: submitters that wait have a turn in 32, in which no coroutine has one.
TEST(a_ready_coroutine_of_a_held_worker, runs_though_submitters_wait_and_others_are_ready) {
  pool<queue::none> p({.capacity = 2});
  async_semaphore gate(0);
  std::atomic<bool> over{false};
  event ended;
  give(p, [&]() -> coroutine<> {
    co_await gate.acquire();
    over = true;
    ended.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
  hold held;
  held.occupy(p);  // the only worker, in whose queue the coroutine is
  give(p, [&]() -> coroutine<> {
    while (!over) co_await yield();
  });
  std::array<std::thread, 2> submitters;
  for (std::thread& each : submitters)
    each = std::thread([&] {
      while (!over) give(p, [] {});
    });
  gate.release();
  const bool ran = ended.wait_for();
  over = true;
  for (std::thread& each : submitters) each.join();
  EXPECT_TRUE(ran);
}

// A thread that resumes a coroutine while both workers are blocked and the system refuses a third takes turns in their place.
TEST(a_caller_in_a_workers_place, runs_coroutines_of_all_queues) {
  using platform = unreliable_threads;
  std::atomic<bool> granted{true};
  const platform::scope grant([&] { return granted.load(); });
  pool<platform> p({.capacity = 2});
  std::latch begun(2);
  std::array<basic_async_semaphore<platform>, 2> gates{basic_async_semaphore<platform>(0), basic_async_semaphore<platform>(0)};
  bool second_ran = false;
  bool in_time = false;
  for (int n = 0; n != 2; ++n)
    give(p, [&]() -> basic_coroutine<void, platform> {
      begun.arrive_and_wait();
      const unsigned number = this_worker::number<platform>().value();
      co_await gates[number].acquire();
      if (number == 1) {
        second_ran = true;
        co_return;
      }
      gates[1].release();  // on the caller's thread: no other takes turns
      for (int turn = 0; turn != 100 && !second_ran; ++turn) co_await yield<platform>();
      in_time = second_ran;
    });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 2; }));
  granted = false;
  std::array<hold, 2> held;
  for (hold& each : held) give(p, [&p, blocks = each.task()] { blocking_region(p, blocks); });
  for (hold& each : held) ASSERT_TRUE(each.begun());
  gates[0].release();
  EXPECT_TRUE(in_time);
  for (hold& each : held) each.release();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
