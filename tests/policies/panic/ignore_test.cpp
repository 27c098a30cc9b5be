// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/ignore.hpp>

#include "tests/conformance/panic_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(ignore, panic_conformance, testing::Types<panic::ignore>, numbered);

TEST(ignore, says_nothing) {
  testing::internal::CaptureStderr();
  pool<panic::ignore> p{{.capacity = 1}};
  EXPECT_EQ(p.post([] { throw std::runtime_error("on purpose"); }), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace weir::tests
