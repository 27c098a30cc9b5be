// SPDX-License-Identifier: Apache-2.0
// A pool that is closed says so to what sleeps in it: a repetition does not keep it until its next call.
#include <weir/any_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/pool.hpp>
#include <weir/timers.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"
#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_closed_pool : public testing::Test {
 protected:
  Pool p{{.capacity = 2, .carriers = 1}};
};
using pools = testing::Types<pool<>, light_pool<>>;
TYPED_TEST_SUITE(a_closed_pool, pools, numbered);

TYPED_TEST(a_closed_pool, does_not_wait_for_the_next_call_of_a_repetition) {
  const auto tick = post_every(this->p, 1h, [] {});
  this->p.shutdown();
  EXPECT_TRUE(this->p.join_for(patience).ended);
  EXPECT_TRUE(tick.over());
}

TYPED_TEST(a_closed_pool, may_be_stopped_while_a_repetition_sleeps) {
  const auto tick = post_every(this->p, 1h, [] {});
  this->p.run([] {});
  EXPECT_TRUE(this->p.stop().empty());
  EXPECT_TRUE(this->p.join_for(patience).ended);
}

TYPED_TEST(a_closed_pool, ends_a_repetition_of_its_next_life_too) {
  this->p.shutdown();
  this->p.join();
  ASSERT_TRUE(this->p.restart());
  event called;
  auto tick = post_every(this->p, 1ms, [&] { called.set(); });
  EXPECT_TRUE(called.wait_for());
  this->p.shutdown();
  EXPECT_TRUE(this->p.join_for(patience).ended);
}

TYPED_TEST(a_closed_pool, is_waited_for_by_a_repetition_with_a_limit) {
  auto tick = post_every(this->p, 1h, [] {});
  EXPECT_FALSE(tick.wait_for(1ms));
  this->p.shutdown();
  EXPECT_TRUE(tick.wait_for(patience));
  EXPECT_TRUE(tick.wait_until(std::chrono::steady_clock::now() - 1s)) << "it is over";
}

TYPED_TEST(a_closed_pool, tells_by_a_token) {
  const std::stop_token closing = this->p.closing_token();
  EXPECT_FALSE(closing.stop_requested());
  std::thread::id where;
  const std::stop_callback note(closing, [&] {
    where = std::this_thread::get_id();
    EXPECT_EQ(this->p.state(), run_state::stopped) << "no lock is held";
  });
  this->p.shutdown();
  EXPECT_EQ(where, std::this_thread::get_id());
  EXPECT_TRUE(this->p.closing_token().stop_requested());
  this->p.join();
  ASSERT_TRUE(this->p.restart());
  EXPECT_FALSE(this->p.closing_token().stop_requested()) << "of the new life";
  EXPECT_TRUE(closing.stop_requested());
}

TEST(closed_shards, do_not_wait_for_the_next_call_of_a_repetition) {
  multi_pool<pool<>> shards(2, {.capacity = 1});
  const auto tick = post_every(shards, 1h, [] {});
  const any_pool any = shards;
  const std::stop_token closing = any.closing_token();
  EXPECT_FALSE(closing.stop_requested());
  shards.shutdown();
  EXPECT_TRUE(closing.stop_requested());
  EXPECT_TRUE(shards.join_for(patience));
  EXPECT_TRUE(tick.over());
}

// A task that its submitter runs closes the pool, and no thread can be had to tell.
TEST(a_closed_pool_without_threads, ends_its_repetitions_when_a_task_closes_it) {
  EXPECT_EQ(under_many_schedules(
                [] {
                  pool<verify::simulated> p({.capacity = 1});
                  const auto tick = post_every(p, 1h, [] {});
                  static_cast<void>(p.post([&p] { p.shutdown(); }));
                  p.join();
                  verify::simulated::check(tick.over(), "the repetition has ended");
                },
                all_starts_from(1)),
            "");
}

}  // namespace
}  // namespace weir::tests
