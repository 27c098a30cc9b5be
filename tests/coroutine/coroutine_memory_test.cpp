// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>

#include "tests/coroutine/carrier.hpp"
#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <new>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

class the_frame_of_a_coroutine : public testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_are_counted()) GTEST_SKIP();
  }
};

// Not inlined, because clang++ puts a frame that it can see through on the stack of the caller.
[[gnu::noinline]] coroutine<int> leaf(std::shared_ptr<int> argument) { co_return *argument; }
[[gnu::noinline]] coroutine<int> branch(std::shared_ptr<int> argument, std::array<char, 300> locals) {
  int sum = locals[0];
  for (int n = 0; n != 3; ++n) sum += co_await leaf(argument);
  co_return sum;
}

TEST_F(the_frame_of_a_coroutine, is_used_again_by_the_next_ones) {
  carrier here;
  const auto argument = std::make_shared<int>(1);
  EXPECT_EQ(here.run(branch(argument, {})), 3);
  const unsigned long before = allocations();
  for (int n = 0; n != 1000; ++n) ASSERT_EQ(here.run(branch(argument, {})), 3);
  EXPECT_EQ(allocations(), before);
}

TEST_F(the_frame_of_a_coroutine, comes_from_the_heap_where_no_pool_is) {
  const auto argument = std::make_shared<int>(1);
  for (int n = 0; n != 3; ++n) {
    const unsigned long before = allocations();
    coroutine<int> c = leaf(argument);
    EXPECT_EQ(allocations(), before + 1);
    engine::root::handle(c).resume();
    EXPECT_EQ(engine::root::result(c), 1);
  }
}

TEST_F(the_frame_of_a_coroutine, comes_from_the_heap_in_a_worker_that_keeps_none) {
  const engine::task_frame<platform::native> worker(this);
  const auto argument = std::make_shared<int>(1);
  const unsigned long before = allocations();
  static_cast<void>(leaf(argument));
  static_cast<void>(leaf(argument));
  EXPECT_EQ(allocations(), before + 2);
}

TEST_F(the_frame_of_a_coroutine, stays_with_the_thread_on_which_it_ends) {
  const auto argument = std::make_shared<int>(1);
  coroutine<int> first;
  std::thread([&] {
    carrier there;
    first = leaf(argument);
  }).join();
  carrier here;
  first = coroutine<int>();
  const unsigned long before = allocations();
  EXPECT_EQ(here.run(leaf(argument)), 1);
  EXPECT_EQ(allocations(), before);
}

[[gnu::noinline]] coroutine<bool> meets_no_memory(std::shared_ptr<int> argument) {
  bool met = false;
  try {
    const failing_allocation next(0);
    static_cast<void>(co_await leaf(argument));
  } catch (const std::bad_alloc&) {
    met = true;
  }
  co_return met;
}

TEST_F(the_frame_of_a_coroutine, may_find_no_memory) {
  const auto argument = std::make_shared<int>(1);
  {
    const failing_allocation next(0);
    EXPECT_THROW(static_cast<void>(leaf(argument)), std::bad_alloc);
  }
  EXPECT_EQ(argument.use_count(), 1);
  carrier here;
  EXPECT_TRUE(here.run(meets_no_memory(argument)));
  EXPECT_EQ(argument.use_count(), 1);
}

}  // namespace
}  // namespace weir::tests
