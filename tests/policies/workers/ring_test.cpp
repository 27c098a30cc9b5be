// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/ring.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/workers_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <thread>

namespace weir::tests {
namespace {

// Five workers take part in the suite: rings with just enough places, with more, and with a number that divides nothing.
using rings = testing::Types<workers::ring<5>, workers::ring<8>, workers::ring<7>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ring, workers_conformance, rings, numbered);

TEST(ring, the_work_goes_round) {
  pool<workers::ring<3>> p{{.capacity = 3}};
  {
    std::array<hold, 3> tasks;
    for (hold& each : tasks) each.occupy(p);
  }
  const auto all_rest = [&] { return p.stats().idle == 3; };
  std::array<std::thread::id, 3> turns;
  for (std::size_t n = 0; n < 90; ++n) {
    ASSERT_TRUE(eventually(all_rest));
    const auto who = p.run([] { return std::this_thread::get_id(); });
    if (n >= 3) {
      ASSERT_EQ(who, turns[n % 3]) << "the worker that rested longest was passed over";
    }
    turns[n % 3] = who;
  }
  EXPECT_NE(turns[0], turns[1]);
  EXPECT_NE(turns[1], turns[2]);
  EXPECT_NE(turns[0], turns[2]);
}

TEST(ring, a_pool_has_no_more_workers_than_the_ring_has_places) {
  using three = pool<workers::ring<3>>;
  EXPECT_THROW((three{{.capacity = 4}}), std::invalid_argument);
  three p{{.capacity = 1}};
  EXPECT_THROW(p.resize(0, 4), std::invalid_argument);
  p.resize(0, 3);
  EXPECT_EQ(p.stats().capacity, 3U);
  EXPECT_EQ((pool<workers::ring<1>>{}.stats().capacity), 1U) << "the default is cut to what fits";
}

}  // namespace
}  // namespace weir::tests
