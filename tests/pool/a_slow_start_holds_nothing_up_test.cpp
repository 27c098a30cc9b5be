// SPDX-License-Identifier: Apache-2.0
// A worker that has been started for a task may be long in its hooks, or end there. The others do not wait for it.
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <type_traits>

namespace weir::tests {
namespace {

/// Options for two workers; `on_start` of the second one waits.
struct slow_second_start {
  std::atomic<int> started{0};
  event may_start;

  [[nodiscard]] options with_capacity(unsigned n) {
    options o{.capacity = n, .carriers = n};
    o.on_start = [this] {
      if (started++ != 0) may_start.wait();
    };
    return o;
  }
};

template <class Pool>
class a_worker_that_is_being_started : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::bounded<8>>, pool<queue::stealing>, pool<wake::exact>>;
TYPED_TEST_SUITE(a_worker_that_is_being_started, pools, numbered);

TYPED_TEST(a_worker_that_is_being_started, lets_posts_wake_the_idle_ones) {
  slow_second_start slow;
  TypeParam p{slow.with_capacity(2)};
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.post([] {}), post_result::accepted);
  ASSERT_TRUE(eventually([&] { return slow.started == 2; }));
  busy.release();
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; })) << "the first worker has run both tasks";
  event ran;
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for()) << "the task waits for the hook of a worker although another one is idle";
  slow.may_start.set();
}

TYPED_TEST(a_worker_that_is_being_started, lets_posts_start_others) {
  event first_may_run;
  std::atomic<int> started{0};
  options o{.capacity = 3, .carriers = 3};
  o.on_start = [&] {
    if (started++ == 0) first_may_run.wait();
  };
  TypeParam p{o};
  ASSERT_EQ(p.post([] {}), post_result::accepted);
  event ran;
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for()) << "the task waits for the hook of a worker although another one could be started";
  first_may_run.set();
}

TYPED_TEST(a_worker_that_is_being_started, is_enough_for_one_task) {
  event may_run;
  options o{.capacity = 3, .carriers = 3};
  o.on_start = [&] { may_run.wait(); };
  TypeParam p{o};
  ASSERT_EQ(p.post([] {}), post_result::accepted);
  for (int n = 0; n != 3; ++n) static_cast<void>(p.purge()), static_cast<void>(p.post([] {}));
  constexpr bool is_throttled = !std::is_same_v<TypeParam, pool<wake::exact>>;
  EXPECT_LE(p.stats().workers, is_throttled ? 1U : 3U);
  may_run.set();
}

TEST(a_worker_whose_given_task_was_taken_over, lets_posts_wake_the_idle_ones) {
  slow_second_start slow;
  pool<queue::bounded<1>, blocking::reject> p{slow.with_capacity(2)};
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.post([] {}), post_result::accepted);  // a second worker starts
  ASSERT_EQ(p.post([] {}), post_result::accepted);  // it is given the first task
  ASSERT_TRUE(eventually([&] { return slow.started == 2; }));
  busy.release();
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; })) << "the first worker has run both tasks";
  event ran;
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for()) << "the task waits for the hook of a worker although another one is idle";
  slow.may_start.set();
}

TEST(a_worker_that_ends_in_its_hook, leaves_its_search_to_others_with_its_task) {
  event may_end;
  std::atomic<int> started{0};
  options o{.capacity = 3};
  o.on_start = [&] {
    if (started++ != 0) return;
    may_end.wait();
    pthread_exit(nullptr);
  };
  event second;
  std::atomic<bool> met{false};
  pool<panic::ignore, queue::bounded<1>> p{o};
  ASSERT_EQ(p.post([&] { met = second.wait_for(); }), post_result::accepted);  // given to the worker, as the next post finds the queue full
  ASSERT_EQ(p.post([&] { second.set(); }), post_result::accepted);
  may_end.set();
  p.wait_idle();
  EXPECT_TRUE(met) << "the second task waits beside a free place";
}

TEST(a_worker_that_ends_in_its_hook, leaves_its_task_to_the_timekeeper_and_the_time_to_a_new_worker) {
  using P = manual_clock;
  event may_end, begun, woke;
  std::atomic<int> started{0};
  options o{.capacity = 2};
  o.on_start = [&] {
    if (started++ != 1) return;
    may_end.wait();
    pthread_exit(nullptr);
  };
  bool met = false;
  pool<panic::ignore, queue::none, P> p{o};
  hold busy;
  busy.occupy(p);
  give(p, [&] {
    begun.set();
    met = woke.wait_for();
  });
  ASSERT_TRUE(eventually([&] { return started == 2; }));
  busy.release();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  give(p, [&]() -> basic_coroutine<void, P> {
    co_await sleep_for<P>(std::chrono::hours(1));
    woke.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
  may_end.set();
  ASSERT_TRUE(begun.wait_for());
  P::clock::advance(std::chrono::hours(2));
  p.wait_idle();
  EXPECT_TRUE(met) << "the coroutine sleeps beside a free place";
}

}  // namespace
}  // namespace weir::tests
