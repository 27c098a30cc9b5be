// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <chrono>
#include <type_traits>

// A task may end the thread of a carrier, or of a worker. What sleeps in the pool wakes up when it is due, even if nothing is posted any more.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_sleeper : public testing::Test {};
using pools = testing::Types<light_pool<>, thread_pool>;
TYPED_TEST_SUITE(a_sleeper, pools, numbered);

/// Of a pool with so many threads.
template <class Pool>
options with_threads(unsigned n) {
  return {.capacity = std::is_same_v<Pool, light_pool<>> ? 4 : n, .carriers = n};
}

template <class Pool>
void give_sleeper(Pool& p, event& awake) {
  give(p, [&awake]() -> coroutine<void> {
    co_await sleep_for(50ms);
    awake.set();
  });
  EXPECT_TRUE(eventually([&p] { return p.stats().suspended == 1; }));
}

TYPED_TEST(a_sleeper, wakes_up_though_no_thread_is_left) {
  TypeParam p(with_threads<TypeParam>(1));
  event awake;
  give_sleeper(p, awake);
  give(p, [] { pthread_exit(nullptr); });
  EXPECT_TRUE(awake.wait_for());
  give(p, [] {});  // wakes what has been forgotten, so that the test ends
}

TYPED_TEST(a_sleeper, wakes_up_though_its_thread_ends_at_once) {
  TypeParam p(with_threads<TypeParam>(1));
  event awake;
  give(p, [&]() -> coroutine<void> {
    give(p, [] { pthread_exit(nullptr); });
    co_await sleep_for(50ms);
    awake.set();
  });
  EXPECT_TRUE(awake.wait_for());
  give(p, [] {});  // wakes what has been forgotten, so that the test ends
}

TYPED_TEST(a_sleeper, wakes_up_though_the_only_thread_left_is_held) {
  TypeParam p(with_threads<TypeParam>(2));
  event awake, ended;
  give_sleeper(p, awake);
  give(p, [&] {
    ended.wait();
    EXPECT_TRUE(awake.wait_for());
  });
  give(p, [&ended] {
    struct last {
      event& over;
      ~last() { over.set(); }
    } const at_the_end{ended};
    pthread_exit(nullptr);
  });
  p.wait_idle();
}

TYPED_TEST(a_sleeper, may_fall_asleep_after_a_thread_has_ended) {
  TypeParam p(with_threads<TypeParam>(2));
  event asleep, awake;
  give(p, [] { pthread_exit(nullptr); });
  EXPECT_TRUE(eventually([&p] { return p.stats().workers == 0; }));
  give(p, [&]() -> coroutine<void> {
    give(p, [&] {
      asleep.wait();
      EXPECT_TRUE(awake.wait_for());
    });
    asleep.set();
    co_await sleep_for(50ms);
    awake.set();
  });
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
