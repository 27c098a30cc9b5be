// SPDX-License-Identifier: Apache-2.0
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class... Policies>
struct policies {
  template <class F>
  static auto make(F f, options o = {}) {
    if (o.capacity == 0) o.capacity = 100;  // coroutines of light pools at once
    o.carriers = 2;
    return make_function_pool<Policies...>(std::move(f), o);
  }
};

template <class Policies>
class a_function_pool_of_coroutines : public testing::Test {};
using pools = testing::Types<policies<>, policies<queue::bounded<256>>, policies<queue::none>, policies<queue::keyed>,
                             policies<agents::light>, policies<agents::light, queue::bounded<256>>, policies<agents::light, queue::none>>;
TYPED_TEST_SUITE(a_function_pool_of_coroutines, pools, numbered);

TYPED_TEST(a_function_pool_of_coroutines, runs_one_with_each_argument_to_its_end) {
  std::atomic<int> sum{0};
  auto p = TypeParam::make([&](int n) -> coroutine<> {
    co_await yield();
    co_await sleep_for(1ms);
    sum += n;
  });
  std::vector<int> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 1);
  EXPECT_EQ(p.post_bulk(numbers).accepted, 100U) << "a batch of arguments";
  EXPECT_EQ(p.post(1000), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(sum, 5050 + 1000);
}

TYPED_TEST(a_function_pool_of_coroutines, holds_no_thread_while_they_wait) {
  async_semaphore opened(0);
  auto p = TypeParam::make([&](int) -> coroutine<> { co_await opened.acquire(); }, {.capacity = 20});
  for (int n = 0; n < 20; ++n) EXPECT_EQ(p.post(n), post_result::accepted);
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 20; })) << "and two threads of a light pool have run all of them";
  EXPECT_FALSE(p.wait_idle_for(1ms));
  for (int n = 0; n < 20; ++n) opened.release();
  p.wait_idle();
  EXPECT_EQ(p.stats().suspended, 0U);
}

TYPED_TEST(a_function_pool_of_coroutines, keeps_the_argument_until_the_coroutines_end) {
  const auto held = std::make_shared<std::string>("a text that is too long for a small string");
  std::string seen;
  auto p = TypeParam::make([&](const std::shared_ptr<std::string>& by_reference) -> coroutine<> {
    co_await sleep_for(1ms);
    seen = *by_reference;
  });
  EXPECT_EQ(p.post(held), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(seen, *held);
  EXPECT_EQ(held.use_count(), 1) << "and not longer";
}

TYPED_TEST(a_function_pool_of_coroutines, takes_what_can_only_be_moved) {
  std::atomic<int> sum{0};
  auto p = TypeParam::make([&](std::unique_ptr<int> n) -> coroutine<> {
    co_await yield();
    sum += *n;
  });
  for (int n = 0; n < 10; ++n) EXPECT_EQ(p.post(std::make_unique<int>(n)), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(sum, 45);
}

template <class Policies>
class a_throwing_coroutine_of_a_function_pool : public testing::Test {};
using surviving = testing::Types<policies<panic::ignore, observer::counters>, policies<agents::light, panic::ignore, observer::counters>>;
TYPED_TEST_SUITE(a_throwing_coroutine_of_a_function_pool, surviving, numbered);

TYPED_TEST(a_throwing_coroutine_of_a_function_pool, goes_to_the_panic_policy) {
  auto p = TypeParam::make([](int n) -> coroutine<> {
    if (n == 1) throw std::runtime_error("at once");
    co_await yield();
    if (n == 2) throw std::runtime_error("later");
  });
  for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post(n), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, 1U);
  EXPECT_EQ(p.stats().panicked, 2U);
}

TEST(a_stopped_function_pool_of_coroutines, hands_arguments_back_and_ends_what_has_begun) {
  async_semaphore opened(0);
  event begun;
  std::atomic<int> ended{0};
  auto p = make_function_pool<queue::bounded<8>, agents::light>(
      [&](int) -> coroutine<> {
        begun.set();
        co_await opened.acquire();
        ++ended;
      },
      {.capacity = 1, .carriers = 1});
  for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post(n), post_result::accepted);
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(p.stop(), (std::vector<int>{1, 2}));
  opened.release();
  p.join();
  EXPECT_EQ(ended, 1);
}

TEST(a_function_pool_of_functions, carries_no_coroutines_and_pays_for_none) {
  const auto f = [](int) {};
  using plain = decltype(make_function_pool(f));
  static_assert(!plain::config_type::carries);
  const auto makes = [](int) -> coroutine<> { co_return; };
  static_assert(decltype(make_function_pool(makes))::config_type::carries);
  EXPECT_LE(sizeof(plain::config_type::task), 16U);
  EXPECT_LE(sizeof(decltype(make_function_pool(makes))::config_type::task), 16U);
}

}  // namespace
}  // namespace weir::tests
