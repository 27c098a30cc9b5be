// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

// Every way to post, on a pool with room, without room, closed, and from its own worker. All tables of the documentation in one place.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;

const auto must_not_run = [] { ADD_FAILURE() << "a refused task ran"; };

TEST(an_open_pool_with_room, accepts_whatever_the_call) {
  pool<queue::bounded<8>> p{{.capacity = 1}};
  tally ran;
  const auto task = [&] { ran.add(); };
  EXPECT_EQ(p.post(task), post_result::accepted);
  EXPECT_EQ(p.try_post(task), post_result::accepted);
  EXPECT_EQ(p.post_for(0s, task), post_result::accepted);
  EXPECT_EQ(p.post_for(-1s, task), post_result::accepted) << "with room there is nothing to wait for";
  EXPECT_EQ(p.post_until(decltype(p)::time_point::min(), task), post_result::accepted);
  EXPECT_EQ(p.post_for(std::chrono::nanoseconds::max(), task), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(ran.count(), 6);
}

TEST(a_pool_with_an_unbounded_queue, is_never_full) {
  thread_pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 5000; ++n) ASSERT_EQ(p.try_post([] {}), post_result::accepted);
  EXPECT_EQ(p.post_for(0s, [] {}), post_result::accepted);
  EXPECT_EQ(p.stats().queued, 5001U);
}

template <class Pool>
class without_room : public testing::Test {
 protected:
  Pool p{{.capacity = 1}};
  hold busy;

  void SetUp() override {
    busy.occupy(p);
    while (p.try_post([] {}) == post_result::accepted) {
    }
  }
};
using full_pools = testing::Types<pool<queue::bounded<2>>, pool<queue::none>>;
TYPED_TEST_SUITE(without_room, full_pools, numbered);

TYPED_TEST(without_room, try_post_says_full) { EXPECT_EQ(this->p.try_post(must_not_run), post_result::full); }

TYPED_TEST(without_room, a_deadline_says_timed_out) {
  EXPECT_EQ(this->p.post_for(1ms, must_not_run), post_result::timed_out);
  EXPECT_EQ(this->p.post_for(-1h, must_not_run), post_result::timed_out);
  EXPECT_EQ(this->p.post_until(TypeParam::clock::now(), must_not_run), post_result::timed_out);
}

TYPED_TEST(without_room, submit_reports_the_refusal_through_the_future) {
  this->p.shutdown();
  auto f = this->p.submit(must_not_run);
  EXPECT_TRUE(f.ready());
  try {
    f.get();
    FAIL() << "get() returned";
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::closed);
    EXPECT_EQ(std::string(e.what()), "closed");
  }
}

TYPED_TEST(without_room, a_closed_pool_says_closed_whatever_the_call) {
  this->p.shutdown();
  EXPECT_EQ(this->p.post(must_not_run), post_result::closed);
  EXPECT_EQ(this->p.try_post(must_not_run), post_result::closed);
  EXPECT_EQ(this->p.post_for(1h, must_not_run), post_result::closed);
  EXPECT_EQ(this->p.post_for(-1h, must_not_run), post_result::closed);
  EXPECT_EQ(this->p.post_until(TypeParam::clock::now(), must_not_run), post_result::closed);
  EXPECT_THROW(this->p.run(must_not_run), not_run);
  this->busy.release();
  this->p.join();
  EXPECT_EQ(this->p.post(must_not_run), post_result::closed) << "a stopped pool is closed too";
}

TYPED_TEST(without_room, a_worker_of_the_pool_is_answered_full_and_never_waits) {
  TypeParam own{{.capacity = 1}};
  give(own, [&own] {
    while (own.try_post([] {}) == post_result::accepted) {
    }
    EXPECT_EQ(own.post(must_not_run), post_result::full);
    EXPECT_EQ(own.try_post(must_not_run), post_result::full);
    EXPECT_EQ(own.post_for(1h, must_not_run), post_result::full);
    EXPECT_EQ(own.post_until(TypeParam::clock::now() + 1h, must_not_run), post_result::full);
    auto f = own.submit(must_not_run);
    EXPECT_TRUE(f.ready());
    EXPECT_THROW(f.get(), not_run);
  });
  own.wait_idle();
}

TEST(a_closing_pool, refuses_what_its_own_tasks_post) {
  thread_pool p{{.capacity = 1}};
  give(p, [&p] {
    p.shutdown();
    EXPECT_EQ(p.post(must_not_run), post_result::closed);
    EXPECT_EQ(p.submit(must_not_run).wait_for(0s), true);
  });
  p.join();
}

TEST(answers, have_words) {
  EXPECT_STREQ(to_string(post_result::accepted), "accepted");
  EXPECT_STREQ(to_string(post_result::full), "full");
  EXPECT_STREQ(to_string(post_result::closed), "closed");
  EXPECT_STREQ(to_string(post_result::timed_out), "timed out");
  EXPECT_STREQ(to_string(post_result::cancelled), "cancelled");
}

}  // namespace
}  // namespace weir::tests
