// SPDX-License-Identifier: Apache-2.0
// The order of keys and levels, when tasks are coroutines that wait.
#include <weir/coroutine.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_key : public testing::Test {};
using keyed_pools =
    testing::Types<pool<queue::keyed>, pool<queue::keyed, workers::none>, pool<queue::keyed, panic::ignore, observer::counters>>;
TYPED_TEST_SUITE(a_key, keyed_pools, numbered);

TYPED_TEST(a_key, is_held_until_the_coroutine_ends_and_given_on_in_order) {
  constexpr int keys = 3;
  constexpr int tasks = 40;
  TypeParam p({.capacity = 4});
  std::array<std::atomic<int>, keys> in{};
  std::array<std::vector<int>, keys> order;  // each guarded by its key
  for (int n = 0; n != tasks; ++n) {
    for (std::size_t k = 0; k != keys; ++k) {
      const auto each = [&in, &order, k, n]() -> coroutine<> {
        EXPECT_EQ(++in[k], 1);
        if (n % 3 == 0) co_await sleep_for(50us);
        if (n % 3 == 1) co_await yield();
        order[k].push_back(n);
        --in[k];
      };
      ASSERT_EQ(p.post(each, key{k}), post_result::accepted);
    }
  }
  p.wait_idle();
  std::vector<int> all;
  for (int n = 0; n != tasks; ++n) all.push_back(n);
  for (const auto& each : order) EXPECT_EQ(each, all);
}

TYPED_TEST(a_key, of_one_that_sleeps_holds_up_no_other_key) {
  TypeParam p({.capacity = 1});
  std::stop_source stopper;
  event asleep, other;
  bool slept = false;
  ASSERT_EQ(p.post(
                [&]() -> coroutine<> {
                  asleep.set();
                  static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
                  slept = true;
                },
                key{1}),
            post_result::accepted);
  ASSERT_TRUE(asleep.wait_for());
  ASSERT_EQ(p.post([&] { EXPECT_TRUE(slept); }, key{1}), post_result::accepted);
  ASSERT_EQ(p.post([&] { other.set(); }, key{2}), post_result::accepted);
  EXPECT_TRUE(other.wait_for());
  EXPECT_FALSE(p.wait_idle_for(2ms));
  EXPECT_EQ(p.stats().queued, 1U);
  stopper.request_stop();
  p.wait_idle();
  EXPECT_TRUE(slept);
}

TYPED_TEST(a_key, is_free_again_when_the_coroutine_was_cancelled_or_handed_back) {
  TypeParam p({.capacity = 1});
  std::stop_source stopped;
  stopped.request_stop();
  ASSERT_EQ(p.post([]() -> coroutine<> { co_return ADD_FAILURE(); }, key{1}, stopped.get_token()), post_result::accepted);
  bool ran = false;
  ASSERT_EQ(p.post([&] { ran = true; }, key{1}), post_result::accepted);
  p.wait_idle();
  EXPECT_TRUE(ran);
  hold held;
  ASSERT_EQ(p.post(held.task(), key{1}), post_result::accepted);
  ASSERT_TRUE(held.begun());
  for (int n = 0; n != 2; ++n) ASSERT_EQ(p.post([]() -> coroutine<> { co_return ADD_FAILURE(); }, key{1}), post_result::accepted);
  EXPECT_EQ(p.purge().size(), 2U);
  ran = false;
  ASSERT_EQ(p.post(
                [&]() -> coroutine<> {
                  co_await yield();
                  ran = true;
                },
                key{1}),
            post_result::accepted);
  held.release();
  p.wait_idle();
  EXPECT_TRUE(ran);
}

TEST(a_key_of_a_failure, is_free_again_when_the_coroutine_threw_or_was_never_made) {
  pool<queue::keyed, panic::ignore, observer::counters> p({.capacity = 2});
  std::atomic<int> ran = 0;
  for (int n = 0; n != 20; ++n) {
    ASSERT_EQ(p.post(
                  [n]() -> coroutine<> {
                    if (n % 2 == 0) co_await yield();
                    throw std::runtime_error("no");
                  },
                  key{1}),
              post_result::accepted);
    ASSERT_EQ(p.post([]() -> coroutine<> { throw std::runtime_error("not made"); }, key{1}), post_result::accepted);
    ASSERT_EQ(p.post(
                  [&]() -> coroutine<> {
                    co_await yield();
                    ++ran;
                  },
                  key{1}),
              post_result::accepted);
  }
  p.wait_idle();
  EXPECT_EQ(ran, 20);
  EXPECT_EQ(p.stats().panicked, 40U);
}

TEST(a_level, decides_which_coroutine_begins_first) {
  std::vector<int> order;
  pool<queue::priority<2>> p({.capacity = 1});
  {
    const auto still = p.pause();
    for (const unsigned n : {1U, 0U}) {
      ASSERT_EQ(p.post(
                    [&order, n]() -> coroutine<> {
                      order.push_back(static_cast<int>(n));
                      co_await yield();
                    },
                    level{n}),
                post_result::accepted);
    }
  }
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{0, 1}));
}

}  // namespace
}  // namespace weir::tests
