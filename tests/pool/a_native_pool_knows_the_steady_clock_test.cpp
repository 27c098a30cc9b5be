// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(a_native_pool, takes_time_points_of_the_steady_clock) {
  pool<queue::bounded<1>> p{{.capacity = 1}};
  const auto soon = std::chrono::steady_clock::now() + 1h;
  const std::chrono::time_point<std::chrono::steady_clock, std::chrono::duration<double>> exactly = soon;
  auto result = p.submit([&]() -> coroutine<bool> {
    co_await sleep_until(std::chrono::steady_clock::now());
    co_return co_await sleep_until(std::chrono::steady_clock::now(), std::stop_token());
  });
  EXPECT_TRUE(result.wait_until(soon));
  EXPECT_TRUE(result.get());
  EXPECT_EQ(p.post_until(soon, [] {}), post_result::accepted);
  EXPECT_TRUE(p.wait_idle_until(exactly));
  p.shutdown();
  EXPECT_TRUE(p.join_until(exactly));
  multi_pool<pool<>> m(2, {.capacity = 1});
  EXPECT_TRUE(m.wait_idle_until(soon));
  EXPECT_FALSE(m.join_until(std::chrono::steady_clock::now()));
}

}  // namespace
}  // namespace weir::tests
