// SPDX-License-Identifier: Apache-2.0
// Ready coroutines and new tasks need the same workers: neither keeps the other from them.
#include <weir/coroutine.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// The only idle worker is the timekeeper, and a submitter gives it a long task.
TEST(a_coroutine_of_a_pool_without_a_queue, wakes_in_time_though_who_kept_the_time_is_busy_now) {
  pool<queue::none> p({.capacity = 2});
  event woke;
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(20ms);
    woke.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  hold held;
  held.occupy(p);
  EXPECT_TRUE(woke.wait_for()) << "there is a place for one more worker";
}

TEST(a_submitter_to_a_pool_without_a_queue, gets_a_worker_though_a_coroutine_is_always_ready) {
  std::atomic<bool> resume = false;
  event begun;
  pool<queue::none> p({.capacity = 1});
  give(p, [&]() -> coroutine<> {
    begun.set();
    while (!resume) co_await yield();
  });
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(p.post_for(patience, [&] { resume = true; }), post_result::accepted);
  resume = true;
}

template <class Pool>
class an_async_post_to_the_own_pool : public testing::Test {};
using full_pools = testing::Types<pool<queue::none>, pool<queue::none, wake::exact>, pool<queue::bounded<1>>,
                                  pool<queue::bounded<1>, wake::exact>, pool<queue::bounded<1>, growth::on_backlog<4>>>;
TYPED_TEST_SUITE(an_async_post_to_the_own_pool, full_pools, numbered);

TYPED_TEST(an_async_post_to_the_own_pool, waits_for_a_worker_and_holds_none_up) {
  for (int round = 0; round != 20; ++round) {
    TypeParam p({.capacity = 3});
    std::atomic<int> ran = 0;
    for (int n = 0; n != 2; ++n) {
      give(p, [&]() -> coroutine<> {
        for (int i = 0; i != 50; ++i) {
          const auto answer = co_await p.async_post([&]() -> coroutine<> {
            co_await yield();
            ++ran;
          });
          EXPECT_EQ(answer, post_result::accepted);
        }
      });
    }
    ASSERT_TRUE(p.wait_idle_for(patience)) << "in round " << round;
    EXPECT_EQ(ran, 100);
  }
}

}  // namespace
}  // namespace weir::tests
