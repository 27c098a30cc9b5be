// SPDX-License-Identifier: Apache-2.0
#include <weir/channel.hpp>
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/stats.hpp>
#include <weir/this_task.hpp>

#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>

namespace weir::tests {
namespace {

class a_multi_pool_of_light_pools : public testing::Test {
 protected:
  multi_pool<light_pool<>> pools{2, {.capacity = 4, .carriers = 1}};
};

TEST_F(a_multi_pool_of_light_pools, runs_coroutines) {
  std::atomic<int> ran = 0;
  for (int i = 0; i != 100; ++i) {
    const auto answer = pools.post([&ran]() -> coroutine<> {
      co_await yield();
      ++ran;
    });
    ASSERT_EQ(answer, post_result::accepted);
  }
  pools.wait_idle();
  EXPECT_EQ(ran, 100);
}

TEST_F(a_multi_pool_of_light_pools, gives_futures_of_coroutines) {
  auto value = pools.submit([]() -> coroutine<int> {
    co_await yield();
    co_return 7;
  });
  auto thrown = pools.submit([]() -> coroutine<> {
    co_await yield();
    throw std::runtime_error("no");
  });
  EXPECT_EQ(value.get(), 7);
  EXPECT_THROW(thrown.get(), std::runtime_error);
}

TEST_F(a_multi_pool_of_light_pools, passes_on_what_was_posted_with_a_coroutine) {
  auto seen = pools.submit(
      []() -> coroutine<int> {
        co_await yield();
        co_return *this_task::context<int>();
      },
      context(3));
  EXPECT_EQ(seen.get(), 3);
}

TEST_F(a_multi_pool_of_light_pools, counts_those_that_wait) {
  channel<int> never_sent;
  for (int i = 0; i != 4; ++i) {
    const auto answer = pools.post([&]() -> coroutine<> { static_cast<void>(co_await never_sent.receive()); });
    ASSERT_EQ(answer, post_result::accepted);
  }
  EXPECT_TRUE(eventually([&] { return pools.stats().suspended == 4; }));
  never_sent.close();
  pools.wait_idle();
  EXPECT_TRUE(eventually([&] { return pools.stats().suspended == 0; }));
}

TEST(the_sum_of_stats, has_every_number) {
  std::array<std::uint64_t, sizeof(stats) / sizeof(std::uint64_t)> all;
  std::iota(all.begin(), all.end(), 1U);
  const auto one = std::bit_cast<stats>(all);
  stats sum = one;
  sum += one;
  for (auto& each : all) each *= 2;
  EXPECT_EQ((std::bit_cast<decltype(all)>(sum)), all);
}

}  // namespace
}  // namespace weir::tests
