// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/one_per_period.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/expiry_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

INSTANTIATE_TYPED_TEST_SUITE_P(one_per_period, expiry_conformance, testing::Types<expiry::one_per_period>, numbered);

using timed_pool = pool<expiry::one_per_period, manual_clock>;

void use_at_once(timed_pool& p, unsigned workers) {
  {
    std::deque<hold> busy(workers);
    for (hold& each : busy) each.occupy(p);
    ASSERT_EQ(p.stats().workers, workers);
  }
  p.wait_idle();
}

void nothing_happens_for(std::chrono::milliseconds d) {
  event nothing;
  EXPECT_FALSE(nothing.wait_for(d));
}

TEST(one_per_period, the_deadline_is_a_period_after_the_rest_or_the_last_to_leave_whichever_is_later) {
  using on = expiry::one_per_period::on<platform::native>;
  using time_point = platform::native::clock::time_point;
  EXPECT_EQ(on::deadline({time_point(5ns), {}, time_point(3ns)}, {7ns, 1h}), time_point(12ns));
  EXPECT_EQ(on::deadline({time_point(5ns), {}, time_point(6ns)}, {7ns, 1h}), time_point(13ns));
  EXPECT_EQ(on::deadline({time_point(5ns), {}, time_point::max() - 3ns}, {7ns, 1h}), time_point::max());
}

TEST(one_per_period, of_twenty_idle_workers_one_leaves_each_period) {
  timed_pool p{{.capacity = 20, .min_workers = 2, .idle_after = 10s}};
  use_at_once(p, 20);
  for (unsigned left = 20; left > 2; --left) {
    manual_clock::clock::advance(10s - 1ns);
    nothing_happens_for(5ms);
    EXPECT_EQ(p.stats().workers, left) << "the period is not over";
    manual_clock::clock::advance(1ns);
    ASSERT_TRUE(eventually([&] { return p.stats().workers < left; }));
    nothing_happens_for(5ms);
    ASSERT_EQ(p.stats().workers, left - 1) << "one each period";
  }
  manual_clock::clock::advance(1h);
  nothing_happens_for(5ms);
  EXPECT_EQ(p.stats().workers, 2U) << "the minimum stays";
}

TEST(one_per_period, periods_that_passed_unused_are_not_made_up_for) {
  timed_pool p{{.capacity = 5, .idle_after = 10s}};
  use_at_once(p, 5);
  manual_clock::clock::advance(1h);
  ASSERT_TRUE(eventually([&] { return p.stats().workers < 5; }));
  nothing_happens_for(20ms);
  EXPECT_EQ(p.stats().workers, 4U);
}

TEST(one_per_period, a_worker_that_was_used_stays_for_a_period) {
  timed_pool p{{.capacity = 1, .idle_after = 10s}};
  use_at_once(p, 1);
  manual_clock::clock::advance(6s);
  p.run([] {});
  p.wait_idle();
  manual_clock::clock::advance(6s);
  nothing_happens_for(20ms);
  EXPECT_EQ(p.stats().workers, 1U);
  manual_clock::clock::advance(4s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

}  // namespace
}  // namespace weir::tests
