// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/panic/any.hpp>
#include <weir/policies/panic/ignore.hpp>

#include "tests/conformance/panic_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(any, panic_conformance, testing::Types<panic::any_by<panic_choice::rethrow_at_wait>>, numbered);

/// Lets a task throw in a pool with this choice. Returns what was printed.
std::string printed_by(panic_choice choice, bool and_thrown = false) {
  testing::internal::CaptureStderr();
  pool<panic::any> p{{.capacity = 1, .panic = choice}};
  EXPECT_EQ(p.post([] { throw std::runtime_error("the tap drips"); }), post_result::accepted);
  if (and_thrown)
    EXPECT_THROW(p.wait_idle(), std::runtime_error);
  else
    EXPECT_NO_THROW(p.wait_idle());
  EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
  p.wait_idle();
  return testing::internal::GetCapturedStderr();
}

TEST(any_panic, logs_and_continues_if_told_so) {
  EXPECT_EQ(printed_by(panic_choice::log_and_continue), "weir: a task threw: the tap drips; the pool goes on\n");
}

TEST(any_panic, ignores_if_told_so) { EXPECT_EQ(printed_by(panic_choice::ignore), ""); }

TEST(any_panic, rethrows_at_the_wait_if_told_so) { EXPECT_EQ(printed_by(panic_choice::rethrow_at_wait, true), ""); }

TEST(any_panic_death, ends_the_program_if_told_so_or_nothing) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto throws = [](const options& o) {
    pool<panic::any> p(o);
    EXPECT_EQ(p.post([] { throw std::runtime_error("the tap drips"); }), post_result::accepted);
    p.wait_idle();
  };
  EXPECT_DEATH(throws({.capacity = 1, .panic = panic_choice::terminate}), "a task threw: the tap drips; the program ends");
  EXPECT_DEATH(throws({.capacity = 1}), "a task threw: the tap drips; the program ends");
}

TEST(any_panic, is_chosen_by_a_name) {
  for (const auto& [name, choice] : {std::pair{"terminate", panic_choice::terminate},
                                     {"log_and_continue", panic_choice::log_and_continue},
                                     {"rethrow_at_wait", panic_choice::rethrow_at_wait},
                                     {"ignore", panic_choice::ignore}})
    EXPECT_EQ(panic_choice_named(name), choice);
  try {
    static_cast<void>(panic_choice_named("shrug"));
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("no choice 'shrug'"), std::string::npos);
  }
}

TEST(any_panic, is_the_only_policy_that_takes_a_choice) {
  using plain = pool<panic::ignore>;
  EXPECT_THROW(plain({.panic = panic_choice::ignore}), std::invalid_argument);
}

TEST(any_panic, is_chosen_in_light_pools_too) {
  light_pool<panic::any> p{{.capacity = 1, .carriers = 1, .panic = panic_choice::rethrow_at_wait}};
  EXPECT_EQ(p.post([] { throw std::logic_error("on purpose"); }), post_result::accepted);
  EXPECT_THROW(p.wait_idle(), std::logic_error);
}

TEST(any_panic, is_chosen_in_function_pools_too) {
  static const auto throws = [](int) { throw std::logic_error("on purpose"); };
  auto p = make_function_pool<panic::any>(+throws, {.capacity = 1, .panic = panic_choice::rethrow_at_wait});
  EXPECT_EQ(p.post(1), post_result::accepted);
  EXPECT_THROW(p.wait_idle(), std::logic_error);
}

}  // namespace
}  // namespace weir::tests
