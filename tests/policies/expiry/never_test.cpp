// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/never.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/expiry_conformance.hpp"
#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(never, expiry_conformance, testing::Types<expiry::never>, numbered);

TEST(never, an_idle_worker_stays_whatever_the_options_say) {
  static_assert(!expiry::never::on<platform::native>::expires);
  pool<expiry::never> p{{.capacity = 2, .idle_after = std::chrono::nanoseconds(0)}};
  p.run([] {});
  event nothing_happens;
  EXPECT_FALSE(nothing_happens.wait_for(std::chrono::milliseconds(30)));
  EXPECT_EQ(p.stats().workers, 1U);
}

}  // namespace
}  // namespace weir::tests
