// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>

#include <weir/policies/growth/prestart.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/expiry_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

INSTANTIATE_TYPED_TEST_SUITE_P(after_idle, expiry_conformance, testing::Types<expiry::after_idle>, numbered);

template <std::size_t N, class Pool>
void use_at_once(Pool& p) {
  std::array<hold, N> tasks;
  for (hold& each : tasks) each.occupy(p);
  ASSERT_EQ(p.stats().workers, N);
}

void nothing_happens_for(std::chrono::milliseconds d) {
  event nothing;
  EXPECT_FALSE(nothing.wait_for(d));
}

TEST(after_idle, the_deadline_is_the_sum_and_stops_at_the_end_of_time) {
  using on = expiry::after_idle::on<platform::native>;
  using time_point = platform::native::clock::time_point;
  EXPECT_EQ(on::deadline({time_point(5ns), {}, {}}, {7ns, 1h}), time_point(12ns));
  EXPECT_EQ(on::deadline({time_point::max() - 3ns, {}, {}}, {3ns, 1h}), time_point::max());
  EXPECT_EQ(on::deadline({time_point::max() - 3ns, {}, {}}, {4ns, 1h}), time_point::max());
}

using timed_pool = pool<expiry::after_idle, manual_clock>;

TEST(after_idle, idle_workers_leave_at_their_age_and_not_before) {
  timed_pool p{{.capacity = 4, .idle_after = 10s}};
  use_at_once<4>(p);
  p.wait_idle();
  manual_clock::clock::advance(10s - 1ns);
  nothing_happens_for(20ms);
  EXPECT_EQ(p.stats().workers, 4U);
  manual_clock::clock::advance(1ns);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

TEST(after_idle, workers_that_never_had_a_task_are_as_old_as_their_rest) {
  manual_clock::clock::advance(1h);
  pool<expiry::after_idle, manual_clock, growth::prestart> p{{.capacity = 2, .idle_after = 10s}};
  nothing_happens_for(20ms);
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 2; }));
}

TEST(after_idle, the_minimum_stays_whatever_its_age) {
  timed_pool p{{.capacity = 4, .min_workers = 1, .idle_after = 10s}};
  use_at_once<4>(p);
  p.wait_idle();
  manual_clock::clock::advance(1h);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  nothing_happens_for(20ms);
  EXPECT_EQ(p.stats().workers, 1U);
  use_at_once<4>(p);
}

TEST(after_idle, a_worker_that_was_used_is_young_again) {
  timed_pool p{{.capacity = 3, .idle_after = 10s}};
  use_at_once<3>(p);
  p.wait_idle();
  manual_clock::clock::advance(6s);
  const auto used = p.run([] { return std::this_thread::get_id(); });
  p.wait_idle();
  manual_clock::clock::advance(6s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; })) << "the others rested for 12 s";
  nothing_happens_for(20ms);
  EXPECT_EQ(p.stats().workers, 1U) << "this one rested for 6 s";
  EXPECT_EQ(p.run([] { return std::this_thread::get_id(); }), used);
}

TEST(after_idle, a_worker_that_is_woken_in_vain_does_not_grow_younger) {
  timed_pool p{{.capacity = 1, .min_workers = 1, .idle_after = 10s}};
  use_at_once<1>(p);
  p.wait_idle();
  manual_clock::clock::advance(6s);
  p.resize(0, 1);  // wakes it to look around
  p.wait_idle();
  manual_clock::clock::advance(4s);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

TEST(after_idle, a_lower_minimum_lets_the_kept_ones_go) {
  timed_pool p{{.capacity = 2, .min_workers = 2, .idle_after = 10s}};
  use_at_once<2>(p);
  p.wait_idle();
  manual_clock::clock::advance(1h);
  p.resize(0, 2);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

TEST(after_idle, real_time_passes_too) {
  pool<expiry::after_idle> p{{.capacity = 2, .idle_after = 2ms}};
  use_at_once<2>(p);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

}  // namespace
}  // namespace weir::tests
