// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/wake/chain.hpp>

#include "tests/conformance/wake_conformance.hpp"
#include "tests/policies/wake/unparks.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(chain, wake_conformance, testing::Types<wake::chain>, numbered);

TEST(chain, a_burst_wakes_one_worker_while_nobody_has_looked_yet) {
  EXPECT_EQ(unparks_of_a_burst<wake::chain>(), 1) << "the others are woken by the one that was";
}

}  // namespace
}  // namespace weir::tests
