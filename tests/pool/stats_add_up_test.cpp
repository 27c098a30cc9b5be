// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

TEST(stats, of_a_pool_at_rest_and_at_work) {
  pool<queue::bounded<4>> p{{.capacity = 2, .min_workers = 1}};
  stats s = p.stats();
  EXPECT_EQ(s.capacity, 2U);
  EXPECT_EQ(s.min_workers, 1U);
  EXPECT_EQ(s.workers + s.idle + s.running + s.queued + s.waiting + s.failed_starts, 0U);
  hold a;
  hold b;
  a.occupy(p);
  b.occupy(p);
  for (int n = 0; n < 4; ++n) give(p, [] {});
  std::thread submitter([&] { give(p, [] {}); });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  s = p.stats();
  EXPECT_EQ(s.workers, 2U);
  EXPECT_EQ(s.running, 2U);
  EXPECT_EQ(s.idle, 0U);
  EXPECT_EQ(s.queued, 4U);
  EXPECT_EQ(s.waiting, 1U);
  EXPECT_EQ(s.suspended, 0U) << "threads hold what they run";
  a.release();
  b.release();
  submitter.join();
  p.wait_idle();
  s = p.stats();
  EXPECT_EQ(s.workers, 2U);
  EXPECT_EQ(s.idle, 2U);
  EXPECT_EQ(s.running + s.queued + s.waiting, 0U);
}

template <class Pool>
class totals : public testing::Test {};
using pools =
    testing::Types<pool<observer::counters, panic::ignore>, pool<observer::counters, panic::ignore, queue::bounded<4>>,
                   pool<observer::counters, panic::ignore, queue::none>, pool<observer::counters, panic::ignore, expiry::after_idle>>;
TYPED_TEST_SUITE(totals, pools, numbered);

TYPED_TEST(totals, add_up_after_every_kind_of_end) {
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  std::uint64_t thrown = 0;
  TypeParam p{{.capacity = 2, .idle_after = std::chrono::microseconds(50)}};
  for (int life = 0; life < 10; ++life) {
    for (int n = 0; n < 200; ++n) {
      const bool throws = n % 3 == 0;
      const auto task = [throws] {
        if (throws) throw 1;
      };
      const post_result r = n % 2 == 0 ? p.try_post(task) : p.post(task);
      if (r == post_result::accepted) {
        ++accepted;
        if (throws) ++thrown;
      } else {
        ++refused;
      }
    }
    p.wait_idle();
    const stats s = p.stats();
    ASSERT_EQ(s.accepted, accepted);
    ASSERT_EQ(s.refused, refused);
    ASSERT_EQ(s.panicked, thrown);
    ASSERT_EQ(s.completed, accepted - thrown);
    p.shutdown();
    EXPECT_EQ(p.try_post([] {}), post_result::closed);
    ++refused;
    p.join();
    ASSERT_TRUE(p.restart());
  }
}

TYPED_TEST(totals, count_what_submit_and_run_do) {
  TypeParam p{{.capacity = 1}};
  p.submit([] {}).get();
  EXPECT_THROW(p.run([] { throw 1; }), int);
  p.wait_idle();
  p.shutdown();
  EXPECT_THROW(p.run([] {}), not_run);
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 2U);
  EXPECT_EQ(s.completed, 2U) << "what a future tells is no panic";
  EXPECT_EQ(s.refused, 1U);
}

}  // namespace
}  // namespace weir::tests
