// SPDX-License-Identifier: Apache-2.0
// A worker that is long in its hook, or that has just been woken, when the pool shrinks, is paused or gets full.
#include <weir/async_semaphore.hpp>
#include <weir/blocking_region.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <any>
#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

namespace weir::tests {
namespace {

/// The hook of the second worker waits.
struct slow_second_start {
  std::atomic<int> started{0};
  event may_start;

  [[nodiscard]] options with(options o) {
    o.on_start = [this] {
      if (started++ == 1) may_start.wait();
    };
    return o;
  }
  [[nodiscard]] bool second_is_in_its_hook() {
    return eventually([&] { return started == 2; });
  }
};

template <class Pool>
void expect_the_second_to_retire(Pool& p, slow_second_start& slow, event& ran) {
  p.resize(0, 1);
  slow.may_start.set();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1 || ran.happened(); }));
  EXPECT_FALSE(ran.happened()) << "the other worker is still busy";
}

TEST(a_worker_that_is_surplus_when_its_hook_ends, begins_no_queued_task) {
  slow_second_start slow;
  pool<> p(slow.with({.capacity = 2}));
  event ran;
  hold busy;
  busy.occupy(p);
  give(p, [&] { ran.set(); });
  ASSERT_TRUE(slow.second_is_in_its_hook());
  expect_the_second_to_retire(p, slow, ran);
  busy.release();
  EXPECT_TRUE(ran.wait_for());
}

TEST(a_worker_that_is_surplus_when_its_hook_ends, begins_no_task_of_a_coroutine_in_line) {
  pool<> home({.capacity = 1});
  slow_second_start slow;
  pool<queue::none> p(slow.with({.capacity = 1, .prestart_min_workers = true}));
  event ran;
  hold busy;
  busy.occupy(p);
  p.resize(2, 2);
  ASSERT_TRUE(slow.second_is_in_its_hook());
  give(home, [&]() -> coroutine<> {
    auto task = [&] { ran.set(); };
    const post_result answer = co_await p.async_post(std::move(task));
    EXPECT_EQ(answer, post_result::accepted);
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  expect_the_second_to_retire(p, slow, ran);
  busy.release();
  EXPECT_TRUE(ran.wait_for());
  home.wait_idle();
}

TEST(a_worker_whose_pool_is_paused_when_its_hook_ends, begins_nothing) {
  event may_start;
  options o{.capacity = 1};
  o.on_start = [&] { may_start.wait(); };
  pool<queue::bounded<1>> p(o);
  std::atomic<bool> ran = false;
  give(p, [&] { ran = true; });
  std::thread pauser([&] {
    const auto paused = p.pause();
    EXPECT_FALSE(ran);
  });
  EXPECT_TRUE(eventually([&] { return p.is_paused(); }));
  may_start.set();
  pauser.join();
  p.wait_idle();
  EXPECT_TRUE(ran);
}

// While the object is made, the worker looks for no task: others start.
TEST(a_worker_whose_object_is_being_made, lets_posts_start_others) {
  event first_may_run;
  std::atomic<int> made{0};
  options o{.capacity = 3};
  o.worker_state = [&]() -> std::any {
    if (made++ == 0) first_may_run.wait();
    return 1;
  };
  pool<> p(o);
  give(p, [] {});
  event ran;
  give(p, [&] { ran.set(); });
  EXPECT_TRUE(ran.wait_for()) << "the task waits for the object of a worker although another one could be started";
  first_may_run.set();
}

TEST(a_worker_that_was_woken_for_a_coroutine, is_no_room_for_a_task) {
  pool<queue::bounded<1>, blocking::reject> p({.capacity = 1});
  async_semaphore may_go_on(0);
  event runs, may_end;
  give(p, [&]() -> coroutine<> {
    co_await may_go_on.acquire();
    runs.set();
    may_end.wait();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1 && p.stats().suspended == 1; }));
  may_go_on.release();
  EXPECT_TRUE(runs.wait_for());
  give(p, [] {});
  EXPECT_EQ(p.post([] {}), post_result::full);
  may_end.set();
  p.wait_idle();
}

// The coroutine is the last thing that is left, and the caller that runs it is no worker: the idle worker is told that it may leave.
TEST(a_caller_that_runs_the_last_coroutine_of_a_closed_pool, lets_the_idle_worker_retire) {
  pool<queue::bounded<1>, blocking::caller_runs> p({.capacity = 1});
  event runs, may_end;
  hold first, second;
  first.occupy(p);
  give(p, second.task());
  std::thread caller([&] {
    give(p, [&]() -> coroutine<> {
      runs.set();
      may_end.wait();
      co_return;
    });
  });
  EXPECT_TRUE(runs.wait_for());
  first.release();
  EXPECT_TRUE(second.begun());
  p.shutdown();
  second.release();
  EXPECT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  may_end.set();
  caller.join();
  EXPECT_TRUE(p.join_for(patience).ended);
  static_cast<void>(p.stop());  // tells it once more, so that a failure ends
}

// Another worker is there for the coroutine.
TEST(an_old_worker_that_is_not_the_last_one, is_not_replaced_for_a_coroutine) {
  pool<expiry::after_age> p({.capacity = 2, .max_age = std::chrono::nanoseconds(1)});
  async_semaphore end(0);
  {
    hold busy;
    busy.occupy(p);
    give(p, [&]() -> coroutine<> { co_await end.acquire(); });
    EXPECT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().workers == 1; }));
  }
  end.release();
  p.wait_idle();
}

// The end of a region takes a place away while a worker sleeps only until the coroutine is due.
TEST(a_timekeeper_that_is_surplus_when_it_wakes, leaves_the_coroutine_to_the_other_worker) {
  pool<> p({.capacity = 1, .extra_workers = 1});
  event may_leave, has_left, woke;
  hold busy;
  give(p, [&] {
    blocking_region(p, [&] { may_leave.wait(); });
    has_left.set();
    busy.task()();
  });
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(std::chrono::milliseconds(200));
    woke.set();
  });
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
  may_leave.set();
  EXPECT_TRUE(has_left.wait_for());
  if (woke.happened()) GTEST_SKIP() << "the coroutine was due before the worker was surplus";
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1 || woke.happened(); }));
  EXPECT_FALSE(woke.happened()) << "the other worker is still busy";
  EXPECT_EQ(p.stats().idle, 0U);
  busy.release();
  EXPECT_TRUE(woke.wait_for());
  p.wait_idle();
}

TEST(a_timekeeper_that_is_surplus_when_it_wakes, is_not_idle_any_more) {
  pool<> p({.capacity = 1, .extra_workers = 1});
  event may_leave, has_left;
  std::stop_source end;
  hold busy;
  give(p, [&] {
    blocking_region(p, [&] { may_leave.wait(); });
    has_left.set();
    busy.task()();
  });
  give(p, [token = end.get_token()]() -> coroutine<> { static_cast<void>(co_await sleep_for(std::chrono::hours(1), token)); });
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
  may_leave.set();
  EXPECT_TRUE(has_left.wait_for());
  EXPECT_FALSE(p.pause_for(std::chrono::seconds(0))) << "the end of a pause makes it look";
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  EXPECT_EQ(p.stats().idle, 0U);
  end.request_stop();
  busy.release();
  p.wait_idle();
}

// Its task, which has not begun, is not reason enough for a third one: there is no place.
TEST(an_old_worker_of_a_pool_that_has_shrunk, is_not_replaced_for_the_task_of_a_late_one) {
  slow_second_start slow;
  pool<queue::bounded<1>, blocking::reject, expiry::after_age> p(slow.with({.capacity = 2, .max_age = std::chrono::nanoseconds(1)}));
  hold busy;
  busy.occupy(p);
  give(p, [] {});  // a second worker starts
  give(p, [] {});  // it is given the first task
  ASSERT_TRUE(slow.second_is_in_its_hook());
  p.resize(0, 1);
  busy.release();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  EXPECT_EQ(slow.started, 2);
  slow.may_start.set();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
