// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/fifo.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/workers_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <thread>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(fifo, workers_conformance, testing::Types<workers::fifo>, numbered);

TEST(fifo, the_work_goes_round) {
  pool<workers::fifo> p{{.capacity = 3}};
  {
    hold a;
    hold b;
    hold c;
    a.occupy(p);
    b.occupy(p);
    c.occupy(p);
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

}  // namespace
}  // namespace weir::tests
