// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/this_task.hpp>

#include <gtest/gtest.h>

#include <atomic>
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

}  // namespace
}  // namespace weir::tests
