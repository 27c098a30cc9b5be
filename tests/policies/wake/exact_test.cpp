// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>

#include "tests/conformance/wake_conformance.hpp"
#include "tests/policies/wake/unparks.hpp"
#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(exact, wake_conformance, testing::Types<wake::exact>, numbered);

TEST(exact, a_burst_wakes_a_worker_per_post_even_while_nobody_has_looked_yet) { EXPECT_EQ(unparks_of_a_burst<wake::exact>(), 3); }

TEST(exact, a_burst_that_is_handed_over_wakes_a_worker_per_post) { EXPECT_EQ((unparks_of_a_burst<wake::exact, queue::none>()), 3); }

TEST(exact, posts_beyond_the_idle_workers_wake_nobody) { EXPECT_EQ(unparks_of_a_burst<wake::exact>(5), 3); }

TEST(exact, a_burst_starts_workers_while_the_first_one_has_not_looked_yet) { EXPECT_GE(starts_of_a_burst<wake::exact>(), 2U); }

/// The worker that starts has been started for a task that another one took.
TEST(exact, a_post_starts_a_worker_though_one_starts_that_has_nothing_to_do_any_more) {
  event may_look;
  std::atomic<int> started = 0;
  const auto second_is_slow = [&] {
    if (++started == 2) may_look.wait();
  };
  pool<wake::exact> p{{.capacity = 3, .on_start = second_is_slow}};
  hold first, second;
  first.occupy(p);
  give(p, second.task());
  first.release();
  ASSERT_TRUE(second.begun());
  give(p, [] {});
  EXPECT_EQ(p.stats().workers, 3U);
  may_look.set();
}

}  // namespace
}  // namespace weir::tests
