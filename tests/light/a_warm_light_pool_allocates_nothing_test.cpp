// SPDX-License-Identifier: Apache-2.0
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

coroutine<> child(tally& begun, async_semaphore& go) {
  begun.add();
  co_await go.acquire();
  go.release();
  co_await yield();
}

/// While the only carrier is busy, all idle workers are given a task each: no later round has more given tasks at a time.
template <class Pool>
void give_to_all_idle_workers(Pool& p, std::uint64_t room) {
  hold carrier;
  carrier.occupy(p);
  const std::uint64_t more = room + p.stats().idle;
  for (std::uint64_t n = 0; n != more; ++n) give(p, [] {});
  carrier.release();
  p.wait_idle();
}

TEST(a_warm_light_pool, allocates_nothing_for_tasks_that_sleep) {
  if (!allocations_are_counted()) GTEST_SKIP();
  light_pool<queue::bounded<64>> p({.capacity = 100, .carriers = 1});
  tally begun;
  async_semaphore go(0);
  long sum = 0;
  const auto post = [&](int n) {
    give(p, [&, n]() -> coroutine<> {
      co_await sleep_for(10us);
      co_await child(begun, go);
      sum += n;
    });
  };
  const auto round = [&] {
    for (int n = 0; n != 1000; ++n) post(n);
    p.wait_idle();
  };
  for (int n = 0; n != 100; ++n) post(0);
  ASSERT_TRUE(begun.reaches(100)) << "no later round has more frames at a time";
  go.release();
  p.wait_idle();
  round();
  give_to_all_idle_workers(p, 64);
  const unsigned long before = allocations();
  for (int n = 0; n != 10; ++n) round();
  EXPECT_EQ(allocations() - before, 0U);
  EXPECT_EQ(sum, 11 * 499'500L);
}

// All of them have their memory at the same time and give it back at the same time. How they are spread over the carriers changes from
// round to round, and each carrier keeps a little for itself.
TEST(a_warm_light_pool, allocates_nothing_for_thousands_that_sleep_at_a_time) {
  if (!allocations_are_counted()) GTEST_SKIP();
  constexpr int workers = 50'000;
  light_pool<queue::bounded<65'536>> p({.capacity = workers, .carriers = 2});
  const auto round = [&] {
    std::stop_source all;
    tally asleep;
    for (int n = 0; n != workers; ++n) {
      give(p, [&asleep, token = all.get_token()]() -> coroutine<> {
        asleep.add();
        co_await sleep_for(1h, token);
      });
    }
    ASSERT_TRUE(asleep.reaches(workers));
    all.request_stop();
    p.wait_idle();
  };
  round();
  const unsigned long before = allocations();
  for (int n = 0; n != 3; ++n) round();
  constexpr unsigned long the_round_s_own = 3;
  constexpr unsigned long kept_by_carriers = 2UL * 2 * 3 * engine::free_frame::batch;
  EXPECT_LE(allocations() - before, the_round_s_own + kept_by_carriers) << "for 150 000 tasks";
}

TEST(a_warm_light_pool, allocates_nothing_for_tasks_that_wait_for_each_other) {
  if (!allocations_are_counted()) GTEST_SKIP();
  light_pool<queue::bounded<64>> p({.capacity = 100, .carriers = 1});
  async_mutex m;
  channel<int> meeting;
  channel<int, 4> room;
  const std::stop_source never;
  long sum = 0;
  const auto round = [&] {
    for (int n = 0; n != 500; ++n) {
      give(p, [&]() -> coroutine<> {
        const auto held = co_await m.lock(never.get_token());
        const auto first = co_await meeting.receive();
        const auto second = co_await room.receive(never.get_token());
        sum += *first + *second;
      });
      give(p, [&]() -> coroutine<> {
        co_await meeting.send(1, never.get_token());
        co_await room.send(2);
      });
    }
    p.wait_idle();
  };
  round();
  give_to_all_idle_workers(p, 64);
  const unsigned long before = allocations();
  for (int n = 0; n != 10; ++n) round();
  EXPECT_EQ(allocations() - before, 0U);
  EXPECT_EQ(sum, 11 * 500 * 3);
}

TEST(a_light_pool, needs_no_memory_for_its_first_worker) {
  if (!allocations_are_counted()) GTEST_SKIP();
  light_pool<queue::none> p({.capacity = 1, .carriers = 1});
  const auto submitter = std::this_thread::get_id();
  bool ran_here = true;
  {
    const failing_allocation next(0);
    give(p, [&]() -> coroutine<> {
      ran_here = std::this_thread::get_id() == submitter;
      co_return;
    });
    EXPECT_FALSE(next.happened()) << "the records were made with the pool";
  }
  p.wait_idle();
  EXPECT_FALSE(ran_here);
}

}  // namespace
}  // namespace weir::tests
