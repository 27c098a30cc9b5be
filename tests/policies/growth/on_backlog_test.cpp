// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/on_backlog.hpp>

#include "tests/conformance/growth_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

using thresholds = testing::Types<growth::on_backlog<1>, growth::on_backlog<4>, growth::on_backlog<100>>;
INSTANTIATE_TYPED_TEST_SUITE_P(on_backlog, growth_conformance, thresholds, numbered);

TEST(on_backlog, a_new_pool_has_no_worker) {
  pool<growth::on_backlog<4>> p{{.capacity = 2}};
  EXPECT_EQ(p.stats().workers, 0U);
}

TEST(on_backlog, the_first_task_gets_a_worker_whatever_the_threshold) {
  pool<growth::on_backlog<1000>> p{{.capacity = 4}};
  EXPECT_EQ(p.run([] { return 7; }), 7);
  EXPECT_EQ(p.stats().workers, 1U);
}

TEST(on_backlog, no_second_worker_below_the_threshold_and_one_at_it) {
  pool<growth::on_backlog<3>> p{{.capacity = 4}};
  hold busy;
  busy.occupy(p);
  hold second;
  give(p, second.task());
  give(p, [] {});
  EXPECT_EQ(p.stats().workers, 1U) << "two wait";
  give(p, [] {});
  EXPECT_TRUE(second.begun()) << "three wait, and capacity is left";
  EXPECT_TRUE(eventually([&] { return p.stats().queued == 2; }));
  EXPECT_EQ(p.stats().workers, 2U) << "two wait again";
}

TEST(on_backlog, an_idle_worker_is_used_below_the_threshold) {
  pool<growth::on_backlog<3>> p{{.capacity = 4}};
  {
    hold first;
    first.occupy(p);
    hold second;
    give(p, second.task());
    give(p, [] {});
    give(p, [] {});
    ASSERT_TRUE(second.begun());
  }
  p.wait_idle();
  ASSERT_EQ(p.stats().idle, 2U);
  hold a;
  hold b;
  a.occupy(p);
  b.occupy(p);
  EXPECT_EQ(p.stats().workers, 2U);
}

}  // namespace
}  // namespace weir::tests
