// SPDX-License-Identifier: Apache-2.0
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stop_token>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

coroutine<bool> child(std::stop_token token) { co_return co_await sleep_for(1h, std::move(token)); }

template <class Pool>
class a_warm_pool_with_coroutines : public testing::Test {};
using pools = testing::Types<pool<queue::bounded<64>>, pool<queue::none>, pool<queue::bounded<64>, observer::counters>>;
TYPED_TEST_SUITE(a_warm_pool_with_coroutines, pools, numbered);

// All of them are under way at a time, in each round.
TYPED_TEST(a_warm_pool_with_coroutines, allocates_nothing_for_tasks_that_sleep) {
  if (!allocations_are_counted()) GTEST_SKIP();
  constexpr int tasks = 500;
  TypeParam p({.capacity = 1});
  std::atomic<long> sum = 0;
  const auto round = [&] {
    std::stop_source all;
    tally asleep;
    for (int n = 0; n != tasks; ++n) {
      give(p, [&]() -> coroutine<> {
        asleep.add();
        sum += !co_await child(all.get_token());
      });
    }
    ASSERT_TRUE(asleep.reaches(tasks));
    all.request_stop();
    p.wait_idle();
  };
  round();
  round();
  const unsigned long before = allocations();
  for (int n = 0; n != 10; ++n) round();
  constexpr unsigned long of_the_rounds = 10;  // their stop_sources
  EXPECT_LE(allocations() - before, of_the_rounds);
  EXPECT_EQ(sum, 12 * tasks);
}

TYPED_TEST(a_warm_pool_with_coroutines, allocates_nothing_for_tasks_that_wait_for_each_other) {
  if (!allocations_are_counted()) GTEST_SKIP();
  TypeParam p({.capacity = 1});
  async_mutex m;
  channel<int> meeting;
  channel<int, 4> room;
  long sum = 0;  // guarded by the mutex
  const auto round = [&] {
    async_semaphore gate(0);  // all of them are under way at a time
    tally come;
    for (int n = 0; n != 200; ++n) {
      give(p, [&]() -> coroutine<> {
        come.add();
        co_await gate.acquire();
        const auto held = co_await m.lock();
        const auto first = co_await meeting.receive();
        const auto second = co_await room.receive();
        sum += *first + *second;
      });
      give(p, [&]() -> coroutine<> {
        come.add();
        co_await gate.acquire();
        co_await meeting.send(1);
        co_await room.send(2);
      });
    }
    ASSERT_TRUE(come.reaches(400));
    for (int n = 0; n != 400; ++n) gate.release();
    p.wait_idle();
  };
  round();
  round();
  const unsigned long before = allocations();
  for (int n = 0; n != 10; ++n) round();
  EXPECT_EQ(allocations() - before, 0U);
  EXPECT_EQ(sum, 12 * 200 * 3);
}

}  // namespace
}  // namespace weir::tests
