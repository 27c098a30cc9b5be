// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_pause_with_a_limit : public testing::Test {};
using kinds = testing::Types<thread_pool, pool<>, pool<wake::exact>, pool<growth::prestart>>;
TYPED_TEST_SUITE(a_pause_with_a_limit, kinds, numbered);

TYPED_TEST(a_pause_with_a_limit, leaves_the_pool_as_it_was_when_it_gives_up) {
  std::atomic<bool> ran{false};
  TypeParam p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  EXPECT_FALSE(p.pause_for(1ms));
  EXPECT_FALSE(p.pause_until(std::chrono::steady_clock::now() - 1s));
  EXPECT_FALSE(p.is_paused());
  p.run([] {});  // by the other worker
  {
    const auto other = std::async(std::launch::async, [&p] { return p.pause(); });
    EXPECT_TRUE(eventually([&] { return p.is_paused(); }));
    EXPECT_FALSE(p.pause_for(0ns)) << "the other one still waits";
    EXPECT_TRUE(p.is_paused()) << "and is in force";
    busy.release();
  }
  const auto in_time = p.pause_for(1h);
  ASSERT_TRUE(in_time);
  give(p, [&] { ran = true; });
  EXPECT_FALSE(p.wait_idle_for(2ms));
  EXPECT_FALSE(ran);
}

TEST(a_pause_of_several_pools, pauses_none_if_one_has_given_up) {
  multi_pool<thread_pool> p(2, {.capacity = 1});
  hold busy;
  busy.occupy(p[1]);
  EXPECT_FALSE(p.pause_for(1ms));
  EXPECT_FALSE(p[0].is_paused());
  busy.release();
  const auto held = p.pause_for(1h);
  EXPECT_TRUE(held);
  EXPECT_TRUE(p.is_paused());
}

TEST(a_pause_guard, that_gets_another_pause_ends_its_own_at_once) {
  thread_pool first({.capacity = 1}), second({.capacity = 1});
  pause_guard mine = first.pause();
  pause_guard others = second.pause();
  mine = std::move(others);
  EXPECT_FALSE(first.is_paused());
  EXPECT_TRUE(second.is_paused());
  others.resume();  // holds nothing any more
  EXPECT_TRUE(second.is_paused());
  mine.resume();
  EXPECT_FALSE(second.is_paused());
}

}  // namespace
}  // namespace weir::tests
