// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/policies/observer/spans.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>

namespace weir::tests {
namespace {

template <class Pool>
class trace_of_coroutines : public testing::Test {};
using pools_of_coroutines = testing::Types<pool<observer::trace>, light_pool<observer::trace>>;
TYPED_TEST_SUITE(trace_of_coroutines, pools_of_coroutines);

TYPED_TEST(trace_of_coroutines, has_each_turn_once_whatever_thread_it_was_on) {
  constexpr int coroutines = 2000;
  TypeParam p{{.capacity = 4, .carriers = 4}};
  std::atomic<int> waits{0};
  for (int n = 0; n != coroutines; ++n)
    give(p, [&waits]() -> coroutine<> {
      ++waits;
      co_await sleep_for(std::chrono::microseconds(10));
      ++waits;
      co_await yield();
    });
  p.wait_idle();
  const std::string file = written(p);
  const auto all = read(file);
  const auto ended = [&](const char* how) { return std::ranges::count(all, how, &span::how); };
  EXPECT_EQ(ended("completed"), coroutines);
  EXPECT_EQ(ended("suspended"), waits);
  EXPECT_NE(file.find("\"lost\":0"), std::string::npos);
  expect_nested(all);
}

}  // namespace
}  // namespace weir::tests
