// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <utility>

namespace weir::tests {
namespace {

template <class Pool>
class a_refused_task : public testing::Test {
 protected:
  std::shared_ptr<int> runs = std::make_shared<int>(0);
  task mine{[runs = runs] { ++*runs; }};
  Pool p{{.capacity = 1}};
  hold busy;

  void fill() {
    busy.occupy(p);
    while (p.try_post([] {}) == post_result::accepted) {
    }
  }
  void expect_untouched() {
    ASSERT_TRUE(mine);
    EXPECT_EQ(runs.use_count(), 2);
    EXPECT_EQ(*runs, 0);
  }
};
using pools = testing::Types<pool<queue::bounded<1>>, pool<queue::none>>;
TYPED_TEST_SUITE(a_refused_task, pools, numbered);

TYPED_TEST(a_refused_task, survives_full) {
  this->fill();
  EXPECT_EQ(this->p.try_post(this->mine), post_result::full);
  this->expect_untouched();
  EXPECT_EQ(this->p.try_post(std::move(this->mine)), post_result::full) << "an rvalue is an offer, not a gift";
  this->expect_untouched();
}

TYPED_TEST(a_refused_task, survives_a_deadline) {
  this->fill();
  EXPECT_EQ(this->p.post_for(std::chrono::milliseconds(1), this->mine), post_result::timed_out);
  this->expect_untouched();
}

TYPED_TEST(a_refused_task, survives_close) {
  this->p.shutdown();
  EXPECT_EQ(this->p.post(this->mine), post_result::closed);
  this->expect_untouched();
  this->mine();
  EXPECT_EQ(*this->runs, 1) << "and can still be run";
}

TYPED_TEST(a_refused_task, can_be_posted_again_and_is_gone_then) {
  this->fill();
  EXPECT_EQ(this->p.try_post(this->mine), post_result::full);
  this->busy.release();
  this->p.wait_idle();
  EXPECT_EQ(this->p.post(this->mine), post_result::accepted);
  EXPECT_FALSE(this->mine);
  this->p.wait_idle();
  EXPECT_EQ(*this->runs, 1);
  EXPECT_EQ(this->runs.use_count(), 1);
}

TYPED_TEST(a_refused_task, that_is_a_plain_callable_is_destroyed) {
  this->fill();
  const auto held = std::make_shared<int>(0);
  EXPECT_EQ(this->p.try_post([held] {}), post_result::full);
  EXPECT_EQ(held.use_count(), 1);
  const auto copied = [held] {};
  EXPECT_EQ(this->p.try_post(copied), post_result::full);
  EXPECT_EQ(held.use_count(), 2) << "the pool's copy is destroyed, the caller's is the caller's";
}

}  // namespace
}  // namespace weir::tests
