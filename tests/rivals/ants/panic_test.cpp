// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/call.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace weir::rivals {
namespace {

struct note {
  inline static std::atomic<int> heard{0};
  inline static std::string said;
  void operator()(std::exception_ptr what) const {
    try {
      std::rethrow_exception(what);
    } catch (const std::runtime_error& e) {
      said = e.what();
    }
    ++heard;
  }
};
struct fails {
  void operator()(std::exception_ptr) const { throw std::runtime_error("the handler fails too"); }
};

template <class Cast>
class ants_panic : public testing::Test {};
TYPED_TEST_SUITE(ants_panic, every_kind, cast_name);

// TestPanicHandler, TestPanicHandlerPreMalloc
TYPED_TEST(ants_panic, the_handler_is_called_once_with_what_was_thrown) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    note::heard = 0;
    auto p = TypeParam::template make<panic::call<note>, P>({.capacity = 10});
    EXPECT_EQ(TypeParam::give(p, TypeParam::in_turn(1ms, [] { throw std::runtime_error("Oops!"); })), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(note::heard.load(), 1) << "it has returned before the task counts as done";
    EXPECT_EQ(note::said, "Oops!");
    EXPECT_EQ(p.stats().running, 0U);
    EXPECT_EQ(p.stats().workers, 1U) << "in ants it would be 0; here the worker survives";
  });
}

// TestPoolPanicWithoutHandler, TestPoolPanicWithoutHandlerPreMalloc
TYPED_TEST(ants_panic, without_a_handler_the_message_is_printed_and_the_pool_goes_on) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    testing::internal::CaptureStderr();
    EXPECT_EQ(TypeParam::give(p, TypeParam::in_turn(1ms, [] { throw std::runtime_error("Oops!"); })), post_result::accepted);
    p.wait_idle();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("Oops!"), std::string::npos);
    tally<P> ran;
    EXPECT_EQ(TypeParam::give(p, [=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(ran.count(), 1);
  });
}

// Not in ants: there it ends the process.
TYPED_TEST(ants_panic, a_handler_that_throws_is_contained) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<panic::call<fails>, P>({.capacity = 1});
    testing::internal::CaptureStderr();
    for (int n = 0; n < 3; ++n)
      EXPECT_EQ(TypeParam::give(p, TypeParam::in_turn(1ms, [] { throw std::runtime_error("Oops!"); })), post_result::accepted);
    p.wait_idle();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("the handler fails too"), std::string::npos);
    EXPECT_EQ(p.stats().running, 0U);
    EXPECT_EQ(p.stats().workers, 1U);
  });
}

}  // namespace
}  // namespace weir::rivals
