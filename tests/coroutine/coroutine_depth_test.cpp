// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>

#include "tests/coroutine/carrier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace weir::tests {
namespace {

/// The part of the stack that was in use wherever look() was called.
struct stack_depth {
  [[gnu::noinline]] void look() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    lowest = std::min(lowest, here);
    highest = std::max(highest, here);
  }
  [[nodiscard]] std::uintptr_t used() const { return highest - lowest; }
  std::uintptr_t lowest = UINTPTR_MAX;
  std::uintptr_t highest = 0;
};

constexpr std::uintptr_t few_calls = 2048;  // bytes

coroutine<int> step(stack_depth& stack, int n) {
  stack.look();
  co_return n;
}
coroutine<long> many_steps(stack_depth& stack, int steps) {
  long sum = 0;
  for (int n = 0; n != steps; ++n) {
    sum += co_await step(stack, 1);
    stack.look();
  }
  co_return sum;
}

// The first rounds are few, so that a stack that grows is a number that is too big and not a crash.
TEST(awaiting, needs_no_stack_however_often) {
  carrier here;
  for (const int steps : {1000, 1'000'000}) {
    stack_depth stack;
    ASSERT_EQ(here.run(many_steps(stack, steps)), steps);
    ASSERT_LT(stack.used(), few_calls) << "after " << steps << " steps";
  }
}

coroutine<long> descend(stack_depth& stack, long levels) {
  stack.look();
  long below = 0;
  if (levels != 0) below = co_await descend(stack, levels - 1);
  stack.look();
  co_return below + 1;
}

TEST(awaiting, needs_no_stack_however_deep) {
  carrier here;
  for (const long levels : {1000L, 100'000L}) {
    stack_depth stack;
    ASSERT_EQ(here.run(descend(stack, levels)), levels + 1);
    ASSERT_LT(stack.used(), few_calls) << "after " << levels << " levels";
  }
}

}  // namespace
}  // namespace weir::tests
