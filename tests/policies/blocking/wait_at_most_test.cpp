// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/wait_at_most.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>
namespace weir::tests {
namespace {

using few = testing::Types<blocking::wait_at_most<1>, blocking::wait_at_most<2>>;
INSTANTIATE_TYPED_TEST_SUITE_P(wait_at_most, blocking_conformance, few, numbered);

TEST(wait_at_most, exactly_as_many_wait_and_the_next_is_refused) {
  pool<blocking::wait_at_most<2>, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  std::array<std::thread, 2> submitters;
  for (std::thread& each : submitters) each = std::thread([&] { EXPECT_EQ(p.post([] {}), post_result::accepted); });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 2; }));
  const post_result third = p.post_for(std::chrono::seconds(2), [] {});
  EXPECT_EQ(third, post_result::full) << "a deadline gives no place in the line";
  if (third == post_result::full) {
    EXPECT_EQ(p.post([] {}), post_result::full);
  }
  EXPECT_EQ(p.stats().waiting, 2U);
  busy.release();
  for (std::thread& each : submitters) each.join();
}

TEST(wait_at_most, who_gave_up_makes_place_for_the_next) {
  pool<blocking::wait_at_most<1>, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post_for(std::chrono::milliseconds(1), [] {}), post_result::timed_out);
}

}  // namespace
}  // namespace weir::tests
