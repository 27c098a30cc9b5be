// SPDX-License-Identifier: Apache-2.0
#include <weir/submit_after.hpp>

#include <weir/light_pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/refusal.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

template <class Pool>
class submit_after_on : public testing::Test {};
using pools = testing::Types<light_pool<>, thread_pool>;
TYPED_TEST_SUITE(submit_after_on, pools);

TYPED_TEST(submit_after_on, gives_the_value_when_the_time_has_passed) {
  TypeParam p{{.capacity = 2}};
  const auto began = clock::now();
  auto f = submit_after(p, 5ms, [owned = std::make_unique<int>(42)] { return *owned; });
  EXPECT_EQ(f.get(), 42);
  EXPECT_GE(clock::now() - began, 5ms);
}

TYPED_TEST(submit_after_on, gives_nothing_and_awaits_a_coroutine) {
  TypeParam p{{.capacity = 2}};
  bool called = false;
  submit_after(p, 1us, [&] { called = true; }).get();
  EXPECT_TRUE(called);
  auto of_a_coroutine = submit_after(p, 1us, []() -> coroutine<std::string> {
    co_await sleep_for(1us);
    co_return "awaited";
  });
  EXPECT_EQ(of_a_coroutine.get(), "awaited");
}

TYPED_TEST(submit_after_on, gives_what_is_thrown) {
  TypeParam p{{.capacity = 2}};
  EXPECT_THROW(submit_after(p, 1us, [] { throw std::runtime_error("thrown"); }).get(), std::runtime_error);
}

TYPED_TEST(submit_after_on, is_cancelled_by_its_token_during_the_sleep) {
  TypeParam p{{.capacity = 2}};
  std::stop_source stopper;
  auto f = submit_after(
      p, 1h, [] { ADD_FAILURE(); }, stopper.get_token());
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1; }));
  stopper.request_stop();
  EXPECT_EQ(refusal([&] { f.get(); }), post_result::cancelled);
  auto too_late = submit_after(
      p, 0ns, [] { ADD_FAILURE(); }, stopper.get_token());
  EXPECT_EQ(refusal([&] { too_late.get(); }), post_result::cancelled);
}

TYPED_TEST(submit_after_on, says_that_the_pool_is_closed) {
  TypeParam p{{.capacity = 2}};
  p.shutdown();
  auto f = submit_after(p, 1us, [] { ADD_FAILURE(); });
  EXPECT_TRUE(f.ready());
  EXPECT_EQ(refusal([&] { f.get(); }), post_result::closed);
}

TYPED_TEST(submit_after_on, refuses_an_empty_callable) {
  TypeParam p{{.capacity = 2}};
  EXPECT_THROW(static_cast<void>(submit_after(p, 1us, std::function<void()>())), std::invalid_argument);
}

TYPED_TEST(submit_after_on, holds_no_thread_meanwhile) {
  constexpr bool of_threads = std::is_same_v<TypeParam, thread_pool>;
  TypeParam p{{.capacity = of_threads ? 1 : 2, .carriers = 1}};
  auto late = submit_after(p, 20ms, [] { return 2; });
  EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
  EXPECT_EQ(late.get(), 2);
}

}  // namespace
}  // namespace weir::tests
