// SPDX-License-Identifier: Apache-2.0
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace weir::tests {
namespace {

using refused = unreliable_threads::scope;

template <class Pool>
class a_blocking_region_without_threads : public testing::Test {};
using pools = testing::Types<pool<unreliable_threads>, pool<queue::bounded<2>, unreliable_threads>, pool<queue::none, unreliable_threads>,
                             pool<growth::on_backlog<9>, unreliable_threads>>;
TYPED_TEST_SUITE(a_blocking_region_without_threads, pools);

/// The system gives the pool one thread, and refuses all others.
TYPED_TEST(a_blocking_region_without_threads, has_its_tasks_run_by_the_thread_that_posts) {
  int starts = 0;
  const refused others([&] { return starts++ == 0; });
  TypeParam p({.capacity = 1});
  event inside, on;
  auto a = p.submit([&] {
    blocking_region(p, [&] {
      bool ran = false;
      EXPECT_EQ(p.post([&] { ran = true; }), post_result::accepted);
      EXPECT_TRUE(ran);
      inside.set();
      EXPECT_TRUE(on.wait_for());
    });
  });
  ASSERT_TRUE(inside.wait_for());
  bool ran = false;
  EXPECT_EQ(p.post([&] { ran = true; }), post_result::accepted);
  EXPECT_TRUE(ran);
  on.set();
  a.get();
  p.wait_idle();
  EXPECT_EQ(p.stats().peak_workers, 2U);  // a place is taken before the thread is refused
  EXPECT_EQ(p.stats().blocked, 0U);
}

TYPED_TEST(a_blocking_region_without_threads, may_wait_for_what_was_queued_before) {
  if (TypeParam::config_type::hands_over) GTEST_SKIP() << "nothing is queued";
  int starts = 0;
  const refused others([&] { return starts++ == 0; });
  TypeParam p({.capacity = 1});
  event begun, queued, ran;
  auto a = p.submit([&] {
    begun.set();
    EXPECT_TRUE(queued.wait_for());
    blocking_region(p, [&] { EXPECT_TRUE(ran.wait_for()); });
  });
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  queued.set();
  a.get();
}

TYPED_TEST(a_blocking_region_without_threads, has_a_thread_for_the_clock) {
  int starts = 0;
  const refused others([&] { return starts++ == 0; });
  TypeParam p({.capacity = 1});
  event awake;
  const auto sleeps = [&awake]() -> basic_coroutine<void, unreliable_threads> {
    co_await sleep_for<unreliable_threads>(std::chrono::milliseconds(1));
    awake.set();
  };
  p.submit([&] {
     blocking_region(p, [&] {
       EXPECT_EQ(p.post(sleeps), post_result::accepted);
       EXPECT_TRUE(awake.wait_for());
     });
   }).get();
}

}  // namespace
}  // namespace weir::tests
