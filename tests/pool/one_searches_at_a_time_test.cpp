// SPDX-License-Identifier: Apache-2.0
// With wake::chain, while a worker that was woken stands still before it looks, no other one is woken: neither for queued tasks, nor for given ones.
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/slow_wake.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// Three workers: one is busy, one has been woken for `first` and stands, and one is idle.
template <class... Policies>
struct with_one_standing {
  pool<growth::prestart, slow_wake, Policies...> p{{.capacity = 3}};
  event first_ran;
  hold busy;
  std::thread::id busy_one;

  with_one_standing() {
    EXPECT_TRUE(eventually([&] { return p.stats().idle == 3; }));
    give(p, [this, task = busy.task()] {
      busy_one = std::this_thread::get_id();
      task();
    });
    EXPECT_TRUE(busy.begun());
    slow_wake::stops_the_next();
    give(p, [this] { first_ran.set(); });
    EXPECT_TRUE(slow_wake::stands->wait_for());
  }
  ~with_one_standing() {
    busy.release();
    slow_wake::goes_on->set();
    p.wait_idle();
  }
};

TEST(while_a_woken_worker_stands, a_further_post_wakes_no_other) {
  with_one_standing<> s;
  hold further;
  give(s.p, further.task());
  EXPECT_EQ(s.p.stats().idle, 1U);
}

TEST(while_a_woken_worker_stands, a_further_post_wakes_no_other_though_one_has_worked_and_is_idle_again) {
  with_one_standing<> s;
  s.busy.release();
  EXPECT_TRUE(s.first_ran.wait_for());
  EXPECT_TRUE(eventually([&] { return s.p.stats().idle == 2; }));
  hold further;
  give(s.p, further.task());
  EXPECT_EQ(s.p.stats().idle, 2U);
}

/// The busy worker runs a further task, which was given to the idle one.
void expect_the_busy_one_to_run_it(auto& s, auto meanwhile) {
  event ran;
  std::thread::id by;
  give(s.p, [&] {
    by = std::this_thread::get_id();
    ran.set();
  });
  meanwhile();
  s.busy.release();
  EXPECT_TRUE(ran.wait_for());
  EXPECT_EQ(by, s.busy_one);
}

TEST(while_a_woken_worker_stands, a_given_task_is_run_by_the_worker_that_ends_its_own) {
  with_one_standing<queue::none> s;
  expect_the_busy_one_to_run_it(s, [] {});
}

TEST(while_a_woken_worker_stands, a_resize_that_changes_nothing_wakes_no_worker_with_a_given_task) {
  with_one_standing<queue::none> s;
  expect_the_busy_one_to_run_it(s, [&] { s.p.resize(0, 3); });
}

TEST(when_a_woken_worker_goes_on, each_worker_with_a_given_task_wakes_the_next) {
  event third_ran;
  pool<queue::none, growth::prestart, slow_wake> p{{.capacity = 3}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 3; }));
  slow_wake::stops_the_next();
  give(p, [&] { third_ran.wait(); });
  ASSERT_TRUE(slow_wake::stands->wait_for());
  give(p, [&] { third_ran.wait(); });
  give(p, [&] { third_ran.set(); });
  slow_wake::goes_on->set();
  EXPECT_TRUE(third_ran.wait_for());
  third_ran.set();
}

// It kept the time when it was given a task. Another worker takes the task over, and then it is to keep the time again.
TEST(a_worker_whose_given_task_is_taken_over, keeps_the_time_as_before) {
  using P = manual_clock;
  event woke;
  pool<queue::none, growth::prestart, slow_wake, P> p{{.capacity = 3}};
  hold busy, idle_again, taken_over;
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 3; }));
  busy.occupy(p);
  idle_again.occupy(p);
  give(p, [&]() -> basic_coroutine<void, P> {
    co_await sleep_for<P>(1h);
    woke.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  idle_again.release();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  slow_wake::stops_the_next();
  give(p, [] {});
  ASSERT_TRUE(slow_wake::stands->wait_for());
  give(p, taken_over.task());
  busy.release();
  ASSERT_TRUE(taken_over.begun());
  P::clock::advance(2h);
  EXPECT_TRUE(woke.wait_for());
  slow_wake::goes_on->set();
  taken_over.release();
  p.wait_idle();
}

/// Stops two workers between their wake-up and their look, the one at the first gate and the next at the second one.
struct stops_two : stopping_park<stops_two> {
  static inline gate first, second;
  static void stop_here() {
    first.pass();
    second.pass();
  }
};

// Tasks that are posted while a worker searches rely on it: what it takes may be a task that left the queue for a worker that stands.
TEST(a_task_that_left_the_full_queue_for_a_standing_worker, is_run_by_a_faster_one_that_ends_its_search) {
  pool<queue::bounded<2>, blocking::reject, growth::prestart, stops_two> p{{.capacity = 4}};
  event begun, met;
  hold busy, busy_again;
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 4; }));
  busy.occupy(p);
  stops_two::first.close();
  give(p, [&] {
    begun.set();
    met.wait();
  });
  ASSERT_TRUE(stops_two::first.reached());  // it searches
  give(p, [] {});
  stops_two::second.close();
  give(p, busy_again.task());  // the first task leaves the queue, and an idle worker is woken
  ASSERT_TRUE(stops_two::second.reached());
  busy.release();
  ASSERT_TRUE(busy_again.begun());
  stops_two::first.open();
  ASSERT_TRUE(begun.wait_for());
  event second_ran;
  give(p, [&] {
    second_ran.set();
    met.wait();
  });
  EXPECT_TRUE(second_ran.wait_for()) << "a task waits beside an idle worker";
  give(p, [&] { met.set(); });
  stops_two::second.open();
  EXPECT_TRUE(met.wait_for());
  met.set();
  busy_again.release();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
