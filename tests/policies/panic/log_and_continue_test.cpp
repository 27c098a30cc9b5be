// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/log_and_continue.hpp>

#include "tests/conformance/panic_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(log_and_continue, panic_conformance, testing::Types<panic::log_and_continue>, numbered);

template <class F>
std::string printed_by(F task) {
  testing::internal::CaptureStderr();
  pool<panic::log_and_continue> p{{.capacity = 1}};
  EXPECT_EQ(p.post(task), post_result::accepted);
  p.wait_idle();
  return testing::internal::GetCapturedStderr();
}

TEST(log_and_continue, prints_one_line_with_the_message) {
  EXPECT_EQ(printed_by([] { throw std::runtime_error("the tap drips"); }), "weir: a task threw: the tap drips; the pool goes on\n");
}

TEST(log_and_continue, prints_a_line_for_what_is_no_exception_class_too) {
  EXPECT_EQ(printed_by([] { throw 42; }), "weir: a task threw something that is not a std::exception; the pool goes on\n");
}

TEST(log_and_continue, prints_nothing_for_a_task_that_returns) {
  EXPECT_EQ(printed_by([] {}), "");
}

}  // namespace
}  // namespace weir::tests
