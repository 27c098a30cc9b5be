// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/wait.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>
namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(wait, blocking_conformance, testing::Types<blocking::wait>, numbered);

TEST(wait, a_submitter_waits_for_room_and_gets_it) {
  pool<blocking::wait, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  event answered;
  std::thread submitter([&] {
    EXPECT_EQ(p.post([] {}), post_result::accepted);
    answered.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  EXPECT_FALSE(answered.happened());
  busy.release();
  EXPECT_TRUE(answered.wait_for());
  submitter.join();
}

TEST(wait, submitters_are_served_in_the_order_in_which_they_came) {
  pool<blocking::wait, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  std::vector<int> order;  // only the one worker writes it
  std::vector<std::thread> submitters;
  for (int n = 0; n < 5; ++n) {
    submitters.emplace_back([&p, &order, n] { EXPECT_EQ(p.post([&order, n] { order.push_back(n); }), post_result::accepted); });
    ASSERT_TRUE(eventually([&] { return p.stats().waiting == static_cast<unsigned>(n) + 1; }));
  }
  busy.release();
  for (std::thread& each : submitters) each.join();
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
}

TEST(wait, a_deadline_ends_the_waiting) {
  pool<blocking::wait, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(p.post_for(std::chrono::milliseconds(10), [] { ADD_FAILURE() << "a refused task ran"; }), post_result::timed_out);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(10));
  EXPECT_EQ(p.post_until(decltype(p)::clock::now() - std::chrono::seconds(1), [] {}), post_result::timed_out);
  EXPECT_EQ(p.stats().waiting, 0U);
}

}  // namespace
}  // namespace weir::tests
