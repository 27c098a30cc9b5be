// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <type_traits>

namespace weir::tests {
namespace {

template <class Pool>
class a_stop_token : public testing::Test {
 protected:
  Pool p{{.capacity = 1}};
  std::stop_source stop;

  static void expect_cancelled(auto get) {
    try {
      get();
      ADD_FAILURE() << "it ran";
    } catch (const not_run& why) {
      EXPECT_EQ(why.reason(), post_result::cancelled);
    }
  }
};
using pools = testing::Types<pool<observer::counters>, pool<observer::counters, queue::bounded<8>>, pool<observer::counters, queue::none>>;
TYPED_TEST_SUITE(a_stop_token, pools, numbered);

TYPED_TEST(a_stop_token, that_stopped_before_its_turn_cancels_a_post) {
  this->stop.request_stop();
  const auto captured = std::make_shared<int>(0);
  EXPECT_EQ(this->p.post([captured] { ADD_FAILURE() << "it was stopped"; }, this->stop.get_token()), post_result::accepted);
  give(this->p, [] {});
  this->p.wait_idle();
  const stats s = this->p.stats();
  EXPECT_EQ(s.accepted, 2U);
  EXPECT_EQ(s.cancelled, 1U);
  EXPECT_EQ(s.completed, 1U) << "only the one that ran";
  EXPECT_EQ(s.panicked, 0U);
  EXPECT_EQ(captured.use_count(), 1) << "what it captured is gone";
}

TYPED_TEST(a_stop_token, that_stops_while_its_task_waits_cancels_it) {
  if (TypeParam::config_type::hands_over) return;  // no task waits
  hold busy;
  busy.occupy(this->p);
  EXPECT_EQ(this->p.post([] { ADD_FAILURE() << "it was stopped"; }, this->stop.get_token()), post_result::accepted);
  this->stop.request_stop();
  busy.release();
  this->p.wait_idle();
  EXPECT_EQ(this->p.stats().cancelled, 1U);
}

TYPED_TEST(a_stop_token, completes_its_future_with_cancelled) {
  this->stop.request_stop();
  auto f = this->p.submit([] { return 1; }, this->stop.get_token());
  this->expect_cancelled([&] { f.get(); });
  this->expect_cancelled([&] { this->p.run([] { return 1; }, this->stop.get_token()); });
  this->p.wait_idle();
  EXPECT_EQ(this->p.stats().cancelled, 2U);
}

TYPED_TEST(a_stop_token, that_stops_later_lets_the_task_run) {
  EXPECT_EQ(this->p.run([] { return 7; }, this->stop.get_token()), 7);
  auto f = this->p.submit([stop = this->stop]() mutable { return stop.request_stop(); }, this->stop.get_token());
  EXPECT_TRUE(f.get()) << "a task that has begun goes on";
  this->p.wait_idle();
  EXPECT_EQ(this->p.stats().cancelled, 0U);
  EXPECT_EQ(this->p.stats().completed, 2U);
}

TYPED_TEST(a_stop_token, of_nobody_never_stops_anything) {
  EXPECT_EQ(this->p.run([] { return 7; }, std::stop_token()), 7);
}

TYPED_TEST(a_stop_token, goes_together_with_a_context_in_any_order) {
  this->stop.request_stop();
  const auto task = [] { ADD_FAILURE() << "it was stopped"; };
  EXPECT_EQ(this->p.post(task, this->stop.get_token(), weir::context(1)), post_result::accepted);
  this->p.wait_idle();
  EXPECT_EQ(this->p.post(task, weir::context(1), this->stop.get_token()), post_result::accepted);
  this->p.wait_idle();
  EXPECT_EQ(this->p.stats().cancelled, 2U);
}

TYPED_TEST(a_stop_token, that_did_not_stop_leaves_the_next_count_alone) {
  this->stop.request_stop();
  for (int n = 0; n < 10; ++n) {
    this->p.run([] {});
    EXPECT_EQ(this->p.post([] {}, this->stop.get_token()), post_result::accepted);
    this->p.wait_idle();
  }
  EXPECT_EQ(this->p.stats().cancelled, 10U);
  EXPECT_EQ(this->p.stats().completed, 10U);
}

TEST(a_stopped_task_that_its_submitter_would_run, is_not_run_either) {
  pool<observer::counters, queue::none, blocking::caller_runs> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "it was stopped"; }, stop.get_token()), post_result::accepted);
  EXPECT_EQ(p.stats().cancelled, 1U);
}

}  // namespace
}  // namespace weir::tests
