// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/none.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/workers_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(none, workers_conformance, testing::Types<workers::none>, numbered);

TEST(none, a_pool_without_work_has_no_threads) {
  pool<workers::none> p{{.capacity = 4}};
  for (int burst = 0; burst < 10; ++burst) {
    {
      std::array<hold, 4> tasks;
      for (hold& each : tasks) each.occupy(p);
      EXPECT_EQ(p.stats().workers, 4U);
    }
    ASSERT_TRUE(eventually([&] { return p.stats().workers == 0; }));
    EXPECT_EQ(p.stats().idle, 0U);
  }
}

TEST(none, there_is_no_minimum_of_workers_to_keep) {
  EXPECT_THROW((pool<workers::none>{{.capacity = 4, .min_workers = 1}}), std::invalid_argument);
  pool<workers::none> p{{.capacity = 4}};
  EXPECT_THROW(p.resize(1, 4), std::invalid_argument);
}

}  // namespace
}  // namespace weir::tests
