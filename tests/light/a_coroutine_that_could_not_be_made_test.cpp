// SPDX-License-Identifier: Apache-2.0
// A callable that throws instead of making its coroutine.
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/panic/call.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <stdexcept>
#include <utility>

namespace weir::tests {
namespace {

constexpr int gone = -1;

/// What a panic policy found.
struct found {
  int context = 0;
};
found& last() {
  static found f;
  return f;
}

/// A context that says when it has been destroyed. May be moved where that may throw, as the standard allows.
template <bool MovesSafely>
struct marked {
  int value;

  explicit marked(int n) : value(n) {}
  marked(marked&& other) noexcept(MovesSafely) : value(other.value) {}
  ~marked() { const_cast<volatile int&>(value) = gone; }
};
struct looks {
  void operator()(std::exception_ptr, context_view with) const {
    if (const auto* safe = with.get<marked<true>>()) last().context = safe->value;
    if (const auto* unsafe = with.get<marked<false>>()) last().context = unsafe->value;
  }
};

/// A callable whose objects are counted.
struct makes_none {
  std::atomic<int>* alive;

  explicit makes_none(std::atomic<int>& count) : alive(&count) { ++*alive; }
  makes_none(makes_none&& other) noexcept : alive(other.alive) { ++*alive; }
  ~makes_none() { --*alive; }
  coroutine<> operator()() const { throw std::runtime_error("not made"); }
};

class a_coroutine_that_could_not_be_made : public testing::Test {
 protected:
  light_pool<panic::call<looks>> p{{.capacity = 1, .carriers = 1}};
  std::atomic<int> alive{0};

  a_coroutine_that_could_not_be_made() { last() = {}; }
};

TEST_F(a_coroutine_that_could_not_be_made, leaves_the_panic_policy_its_context) {
  give(p, makes_none(alive), context(marked<true>(7)));
  p.wait_idle();
  EXPECT_EQ(last().context, 7);
  EXPECT_EQ(alive, 0) << "each callable is destroyed once";
}

TEST_F(a_coroutine_that_could_not_be_made, leaves_it_one_whose_move_may_throw_too) {
  give(p, makes_none(alive), context(marked<false>(7)));
  p.wait_idle();
  EXPECT_EQ(last().context, 7);
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace weir::tests
