// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace weir::tests {
namespace {

TEST(an_algorithm, that_calls_for_no_help_allocates_nothing) {
  pool<manual_clock> p({.capacity = 1});  // no time passes, so no work is long enough
  const unsigned long before = allocations();
  long sum = 0;
  for_each_index(p, 0, 1000, [&](int i) { sum += i; });
  auto [a, b] = invoke(
      p, [](auto&) { return 1; }, [](auto&) { return 2; });
  if (allocations_are_counted()) {
    EXPECT_EQ(allocations(), before);
  }
  EXPECT_EQ(sum + a + b, 499'503);
}

TEST(an_algorithm, allocates_once_for_all_that_is_promoted) {
  thread_pool p({.capacity = 1});
  p.shutdown();
  const unsigned long before = allocations();
  int calls = 0;
  for_each_index(p, 0, 32, [&](int) { ++calls; });
  if (allocations_are_counted()) {
    EXPECT_EQ(allocations() - before, 1u);
  }
  EXPECT_EQ(calls, 32);
}

TEST(an_algorithm, without_memory_is_done_by_its_caller) {
  thread_pool p({.capacity = 1});
  for (int spared = 0; spared != 3; ++spared) {
    std::atomic<int> calls{0};
    {
      const failing_allocation next(spared);
      for_each_index(p, 0, 8, [&](int) { calls.fetch_add(1); });
    }
    EXPECT_EQ(calls.load(), 8);
  }
}

}  // namespace
}  // namespace weir::tests
