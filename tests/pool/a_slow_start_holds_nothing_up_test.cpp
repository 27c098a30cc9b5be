// SPDX-License-Identifier: Apache-2.0
// A worker that has been started for a task may be long in its hooks, or end there. The others do not wait for it.
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>

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
  ASSERT_EQ(p.post([&] { second.set(); }), post_result::accepted);  // wakes none, as the worker searches
  may_end.set();
  p.wait_idle();
  EXPECT_TRUE(met) << "the second task waits beside a free place";
}

}  // namespace
}  // namespace weir::tests
