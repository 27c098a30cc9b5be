// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/expiry_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

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

TEST(after_idle, the_deadline_is_the_sum_and_stops_at_the_end_of_time) {
  using on = expiry::after_idle::on<platform::native>;
  using time_point = platform::native::clock::time_point;
  EXPECT_EQ(on::deadline(time_point(5ns), 7ns), time_point(12ns));
  EXPECT_EQ(on::deadline(time_point::max() - 3ns, 3ns), time_point::max());
  EXPECT_EQ(on::deadline(time_point::max() - 3ns, 4ns), time_point::max());
}

TEST(after_idle, idle_workers_leave_down_to_the_minimum) {
  pool<expiry::after_idle> p{{.capacity = 4, .min_workers = 1, .idle_after = 5ms}};
  use_at_once<4>(p);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  event nothing_happens;
  EXPECT_FALSE(nothing_happens.wait_for(30ms));
  EXPECT_EQ(p.stats().workers, 1U) << "the last one is kept";
  use_at_once<4>(p);
}

TEST(after_idle, nobody_leaves_before_the_time) {
  pool<expiry::after_idle> p{{.capacity = 4, .idle_after = 1h}};
  use_at_once<4>(p);
  event nothing_happens;
  EXPECT_FALSE(nothing_happens.wait_for(30ms));
  EXPECT_EQ(p.stats().workers, 4U);
}

TEST(after_idle, a_worker_that_is_used_does_not_leave_and_the_others_do) {
  pool<expiry::after_idle> p{{.capacity = 4, .idle_after = 60ms}};
  use_at_once<4>(p);
  const auto start = std::chrono::steady_clock::now();
  bool one_left = false;
  while (!one_left && std::chrono::steady_clock::now() - start < patience) {
    p.run([] {});  // the freshest worker gets it, far more often than every 60 ms
    p.wait_idle();
    one_left = p.stats().workers == 1;
  }
  EXPECT_TRUE(one_left) << "work for one keeps more than one alive";
  EXPECT_GE(std::chrono::steady_clock::now() - start, 60ms);
}

TEST(after_idle, a_lower_minimum_lets_the_kept_ones_go) {
  pool<expiry::after_idle> p{{.capacity = 2, .min_workers = 2, .idle_after = 1ms}};
  use_at_once<2>(p);
  p.resize(0, 2);
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

}  // namespace
}  // namespace weir::tests
