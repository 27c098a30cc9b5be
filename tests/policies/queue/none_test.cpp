// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/none.hpp>

#include <weir/policies/blocking/reject.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

// There is nothing to push into, so what a queue promises is asked of the pool: a task has a worker of its own, or is refused.
namespace weir::tests {
namespace {

using hand_off = pool<queue::none, blocking::reject>;

TEST(none, a_task_is_accepted_exactly_while_a_worker_is_free) {
  hand_off p{{.capacity = 2}};
  hold a;
  hold b;
  a.occupy(p);
  b.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::full);
  EXPECT_EQ(p.stats().queued, 0U);
  a.release();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  hold c;
  c.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::full);
}

TEST(none, an_accepted_task_runs_at_once_although_others_run_for_ever) {
  hand_off p{{.capacity = 8}};
  std::array<hold, 8> tasks;
  for (hold& each : tasks) each.occupy(p);
  EXPECT_EQ(p.stats().running, 8U);
}

TEST(none, stop_has_nothing_to_hand_back) {
  hand_off p{{.capacity = 1}};
  hold a;
  a.occupy(p);
  EXPECT_TRUE(p.stop().empty());
  EXPECT_EQ(p.post([] {}), post_result::closed);
  a.release();
  p.join();
}

TEST(none, submitters_that_wait_are_served_as_workers_become_free) {
  pool<queue::none> p{{.capacity = 2}};
  std::atomic<int> ran{0};
  std::array<std::thread, 4> submitters;
  for (std::thread& each : submitters)
    each = std::thread([&] {
      for (int n = 0; n < 300; ++n) EXPECT_EQ(p.post([&] { ++ran; }), post_result::accepted);
    });
  for (std::thread& each : submitters) each.join();
  p.wait_idle();
  EXPECT_EQ(ran, 1200);
}

}  // namespace
}  // namespace weir::tests
