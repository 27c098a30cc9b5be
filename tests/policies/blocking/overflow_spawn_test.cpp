// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/overflow_spawn.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(overflow_spawn, blocking_conformance, testing::Types<blocking::overflow_spawn>, numbered);

template <class Queue>
void check_that_nobody_waits_and_the_surplus_leaves() {
  pool<blocking::overflow_spawn, Queue> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  while (p.try_post([] {}) == post_result::accepted) {
  }
  std::deque<hold> surplus(3);
  for (hold& each : surplus) each.occupy(p);  // each runs at once, on a thread of its own
  EXPECT_EQ(p.stats().workers, 4U);
  for (hold& each : surplus) each.release();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; })) << "the surplus leaves";
  busy.release();
  p.wait_idle();
  EXPECT_EQ(p.stats().workers, 1U) << "and the capacity stays";
}

TEST(overflow_spawn, behind_a_full_queue_nobody_waits_and_the_surplus_leaves) {
  check_that_nobody_waits_and_the_surplus_leaves<queue::bounded<2>>();
}

TEST(overflow_spawn, without_a_queue_nobody_waits_and_the_surplus_leaves) { check_that_nobody_waits_and_the_surplus_leaves<queue::none>(); }

TEST(overflow_spawn, a_thread_that_cannot_be_had_is_a_full_pool) {
  bool grants = true;
  const unreliable_threads::scope decides([&] { return grants; });
  pool<blocking::overflow_spawn, queue::bounded<1>, unreliable_threads> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  grants = false;
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
  EXPECT_EQ(p.stats().failed_starts, 1U);
  EXPECT_EQ(p.stats().workers, 1U);
}

TEST(overflow_spawn, a_paused_pool_starts_nothing) {
  pool<blocking::overflow_spawn, queue::bounded<1>> p{{.capacity = 1}};
  auto paused = p.pause();
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
  EXPECT_EQ(p.stats().workers, 0U);
}

}  // namespace
}  // namespace weir::tests
