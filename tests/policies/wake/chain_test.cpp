// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/chain.hpp>

#include "tests/conformance/wake_conformance.hpp"
#include "tests/policies/wake/unparks.hpp"
#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/slow_wake.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <shared_mutex>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(chain, wake_conformance, testing::Types<wake::chain>, numbered);

TEST(chain, a_burst_wakes_one_worker_while_nobody_has_looked_yet) {
  EXPECT_EQ(unparks_of_a_burst<wake::chain>(), 1) << "the others are woken by the one that was";
  EXPECT_EQ((unparks_of_a_burst<wake::chain, queue::none>()), 1) << "the others have a task each, and are woken likewise";
}

TEST(chain, a_burst_starts_one_worker_while_that_one_has_not_looked_yet) {
  EXPECT_EQ(starts_of_a_burst<wake::chain>(), 1U) << "the others are started by that one";
}

TEST(chain, a_burst_starts_no_worker_while_one_that_was_woken_has_not_looked_yet) {
  pool<wake::chain, slow_wake, unreliable_threads> p{{.capacity = 3}};
  p.run([] {});
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  std::atomic<unsigned> started = 0;
  const unreliable_threads::scope counting([&] { return ++started, true; });
  slow_wake::stops_the_next();
  give(p, [] {});
  ASSERT_TRUE(slow_wake::stands->wait_for());
  for (int n = 0; n != 2; ++n) give(p, [] {});
  EXPECT_EQ(started, 0U) << "the others are started by that one";
  slow_wake::goes_on->set();
  p.wait_idle();
}

/// The worker that sleeps with its task had set no time for its sleep, because min_workers kept it.
TEST(chain, a_task_whose_worker_is_not_woken_is_taken_over_and_that_worker_expires_by_the_new_limits) {
  std::shared_mutex door;
  event taken_over;
  pool<queue::none, expiry::after_idle, counted_parking> p{{.capacity = 3, .min_workers = 3, .idle_after = std::chrono::milliseconds(1)}};
  {
    std::deque<hold> busy(3);
    for (hold& each : busy) each.occupy(p);
  }
  p.wait_idle();
  hold ends;
  ends.occupy(p);
  counted_parking::door = &door;
  door.lock();
  EXPECT_EQ(p.post([] {}), post_result::accepted);  // its worker is woken, and is kept from looking
  EXPECT_EQ(p.post([&] { taken_over.set(); }), post_result::accepted);
  p.resize(0, 3);
  ends.release();
  EXPECT_TRUE(taken_over.wait_for());
  door.unlock();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
  p.shutdown();
  p.join();
  counted_parking::door = nullptr;
}

}  // namespace
}  // namespace weir::tests
