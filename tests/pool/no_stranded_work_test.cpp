// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

// A task that waits and a worker (or a place for one) that does not look for it must never coexist for long (I2, I28).
namespace weir::tests {
namespace {

template <class Pool>
class a_single_task : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::bounded<2>>, pool<queue::none>, pool<workers::none>, pool<expiry::after_idle>>;
TYPED_TEST_SUITE(a_single_task, pools, numbered);

// Nothing else happens that could bring a worker to look: the post alone must do it, whatever the worker is doing just then.
TYPED_TEST(a_single_task, runs_although_its_worker_is_about_to_rest_or_to_leave) {
  TypeParam p{{.capacity = 1, .idle_after = std::chrono::nanoseconds(0)}};
  for (int n = 0; n < 3000; ++n) {
    event ran;
    give(p, [&] { ran.set(); });
    ASSERT_TRUE(ran.wait_for()) << "task " << n << " was left lying";
  }
}

TYPED_TEST(a_single_task, of_each_of_many_submitters_runs) {
  TypeParam p{{.capacity = 2, .idle_after = std::chrono::nanoseconds(0)}};
  std::atomic<bool> all{true};
  std::vector<std::thread> submitters;
  for (int s = 0; s < 3; ++s)
    submitters.emplace_back([&] {
      for (int n = 0; n < 700 && all; ++n) {
        event ran;
        give(p, [&] { ran.set(); });
        if (!ran.wait_for()) all = false;
      }
    });
  for (std::thread& each : submitters) each.join();
  EXPECT_TRUE(all);
}

TEST(tasks_that_wait_for_each_other, all_run_while_there_is_capacity) {
  for (int round = 0; round < 300; ++round) {
    pool<> p{{.capacity = 4}};
    tally here;
    bool all = true;
    for (int n = 0; n < 4; ++n)
      give(p, [&] {
        here.add();
        if (!here.reaches(4)) all = false;
      });
    p.wait_idle();
    ASSERT_TRUE(all) << "only " << here.count() << " of 4 ran at once";
  }
}

/// Lets the test hold back a worker's thread before its first look.
struct late_threads : platform::native {
  static inline gate first_look;
  class thread : public native::thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& traits = {}, platform::where w = platform::where::current())
        : native::thread(
              [f]() mutable {
                first_look.pass();
                f();
              },
              traits, w) {}
  };
};

class the_searching_worker : public testing::Test {
 protected:
  pool<gated_queue, late_threads> p{{.capacity = 3}};
  hold first;
  hold second;

  /// Two workers; one runs a task, the other was started for a task that the first has taken: it searches and will find nothing.
  void SetUp() override {
    first.occupy(p);
    late_threads::first_look.close();
    give(p, second.task());
    ASSERT_TRUE(late_threads::first_look.reached());
    first.release();
    ASSERT_TRUE(second.begun());
    gated_queue::found_nothing.close();
    late_threads::first_look.open();
    ASSERT_TRUE(gated_queue::found_nothing.reached());
  }
  void TearDown() override { gated_queue::found_nothing.open(); }
};

// Posts wake no worker while one searches. So a searching worker that finds more than one task must wake workers for the others.
TEST_F(the_searching_worker, that_found_nothing_sees_to_all_that_came_meanwhile) {
  hold third;
  hold fourth;
  give(p, third.task());
  give(p, fourth.task());
  gated_queue::found_nothing.open();
  EXPECT_TRUE(third.begun());
  EXPECT_TRUE(fourth.begun()) << "there is a place for it, and nobody looks";
}

}  // namespace
}  // namespace weir::tests
