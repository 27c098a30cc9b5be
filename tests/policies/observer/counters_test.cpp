// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>

#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <stop_token>

namespace weir::tests {
namespace {

using everything = testing::Types<observer_case<observer::counters, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(counters, observer_conformance, everything, numbered);

TEST(counters, what_was_accepted_was_completed_or_thrown_or_handed_back) {
  pool<observer::counters, panic::ignore, queue::bounded<2>> p{{.capacity = 1}};
  EXPECT_EQ(p.post([] { throw 1; }), post_result::accepted);
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  EXPECT_EQ(p.try_post([] {}), post_result::full);
  const auto handed_back = p.stop();
  EXPECT_EQ(p.try_post([] {}), post_result::closed);
  busy.release();
  p.join();
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 4U);
  EXPECT_EQ(s.refused, 2U);
  EXPECT_EQ(s.completed, 1U);
  EXPECT_EQ(s.panicked, 1U);
  EXPECT_EQ(handed_back.size(), 2U);
}

TEST(counters, a_task_whose_token_had_stopped_is_cancelled_and_not_completed) {
  pool<observer::counters> p{{.capacity = 1}};
  std::stop_source source;
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "a cancelled task ran"; }, source.get_token()), post_result::accepted);
  source.request_stop();
  busy.release();
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 1U);
  EXPECT_EQ(p.stats().completed, 1U);
}

TEST(counters, totals_outlive_the_workers_and_a_restart) {
  pool<observer::counters> p{{.capacity = 2}};
  for (int life = 1; life <= 3; ++life) {
    p.run([] {});
    p.shutdown();
    p.join();
    EXPECT_EQ(p.stats().completed, static_cast<unsigned>(life));
    ASSERT_TRUE(p.restart());
  }
}

}  // namespace
}  // namespace weir::tests
