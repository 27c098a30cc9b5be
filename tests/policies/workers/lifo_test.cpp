// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/lifo.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/workers_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(lifo, workers_conformance, testing::Types<workers::lifo>, numbered);

TEST(lifo, one_worker_does_what_one_worker_can) {
  pool<workers::lifo> p{{.capacity = 3}};
  {
    hold a;
    hold b;
    hold c;
    a.occupy(p);
    b.occupy(p);
    c.occupy(p);
  }
  const auto all_rest = [&] { return p.stats().idle == 3; };
  ASSERT_TRUE(eventually(all_rest));
  const auto first = p.run([] { return std::this_thread::get_id(); });
  for (int n = 0; n < 100; ++n) {
    ASSERT_TRUE(eventually(all_rest));
    ASSERT_EQ(p.run([] { return std::this_thread::get_id(); }), first) << "another worker was fresher than the last one";
  }
}

}  // namespace
}  // namespace weir::tests
