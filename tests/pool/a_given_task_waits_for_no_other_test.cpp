// SPDX-License-Identifier: Apache-2.0
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/at_once.hpp"
#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/slow_wake.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <memory>

// A pool that hands over wakes the workers that it gives tasks one after the other: while a woken one has not looked, the others sleep on, each with its
// task. These are the moments at which that must not be noticed.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;

using P = unreliable_threads;
using task_of_p = basic_coroutine<void, P>;

TEST(a_worker_with_a_given_task, is_woken_though_the_searching_one_is_old_and_gets_no_successor) {
  at_once::are_old = false;
  std::atomic<bool> threads_are_granted = true;
  const P::scope sometimes([&] { return threads_are_granted.load(); });
  pool<queue::none, growth::prestart, at_once, slow_wake, P> p{{.capacity = 4, .min_workers = 4}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 4; }));
  basic_async_semaphore<P> s(0);
  hold h;
  h.occupy(p);
  event first_ran;
  event coroutine_runs;
  give(p, [&]() -> task_of_p {
    co_await s.acquire();
    coroutine_runs.set();
    first_ran.wait();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 3; }));
  slow_wake::stops_the_next();
  s.release();  // the worker that is woken for the coroutine stands still, searching
  ASSERT_TRUE(slow_wake::stands->wait_for());
  h.release();  // another one ends its task and takes the coroutine
  ASSERT_TRUE(coroutine_runs.wait_for());
  event second_ran;
  give(p, [&] { first_ran.set(); });
  give(p, [&] { second_ran.set(); });
  threads_are_granted = false;
  at_once::are_old = true;
  slow_wake::goes_on->set();  // it finds nothing, is too old, and the system refuses its successor
  EXPECT_TRUE(first_ran.wait_for());
  EXPECT_TRUE(second_ran.wait_for());
  first_ran.set();
  threads_are_granted = true;
  p.shutdown();
  p.join();
}

TEST(a_worker_with_a_given_task, expires_if_it_kept_the_time_and_lost_the_task_to_another) {
  pool<queue::none, expiry::after_idle, slow_wake, P> p{{.capacity = 3, .idle_after = 1s}};
  basic_async_semaphore<P> s(0);
  hold first;
  hold third;
  first.occupy(p);
  third.occupy(p);
  event coroutine_ran;
  give(p, [&]() -> task_of_p {
    co_await s.acquire();
    coroutine_ran.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));  // it keeps the time: nothing is due
  first.release();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  slow_wake::stops_the_next();
  event one_ran;
  event other_ran;
  give(p, [&] { one_ran.set(); });
  ASSERT_TRUE(slow_wake::stands->wait_for());
  give(p, [&] { other_ran.set(); });  // given to the worker that kept the time, which sleeps on
  s.release();
  third.release();  // this one runs the coroutine, and takes the task over
  EXPECT_TRUE(coroutine_ran.wait_for());
  EXPECT_TRUE(other_ran.wait_for());
  slow_wake::goes_on->set();
  EXPECT_TRUE(one_ran.wait_for());
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
}

TEST(a_worker_that_searches, has_ended_its_search_when_it_resumes_the_coroutine_of_a_pool_without_threads) {
  pool<queue::none, growth::prestart, P> p{{.capacity = 3}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 3; }));
  const P::scope no_threads([] { return false; });
  pool<P> q{{.capacity = 2}};
  event task_ran;
  event other_ran;
  event went_on;
  auto paused = std::make_optional(p.pause());
  give(q, [&]() -> task_of_p {
    auto task = [&] { task_ran.set(); };
    static_cast<void>(co_await p.async_post(std::move(task)));
    give(p, [&] { other_ran.set(); });  // to an idle worker, which this thread must not keep asleep
    EXPECT_TRUE(other_ran.wait_for());
    went_on.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  paused.reset();
  EXPECT_TRUE(went_on.wait_for());
  EXPECT_TRUE(task_ran.wait_for());
}

TEST(a_worker_that_searches, keeps_the_task_that_it_has_taken_if_such_a_coroutine_ends_the_thread) {
  pool<queue::none, growth::prestart, P> p{{.capacity = 3}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 3; }));
  const P::scope no_threads([] { return false; });
  pool<P> q{{.capacity = 2}};
  event task_ran;
  auto paused = std::make_optional(p.pause());
  give(q, [&]() -> task_of_p {
    auto task = [&] { task_ran.set(); };
    static_cast<void>(co_await p.async_post(std::move(task)));
    give(q, [] { pthread_exit(nullptr); });  // the thread of p runs this too
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  paused.reset();
  EXPECT_TRUE(task_ran.wait_for());
  p.wait_idle();
}

TEST(a_given_task, is_no_suspended_coroutine) {
  light_pool<queue::none, growth::prestart> p{{.capacity = 6, .carriers = 1}};
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 6; }));
  hold h;
  h.occupy(p);
  for (int n = 0; n != 4; ++n) give(p, [] {});
  EXPECT_EQ(p.stats().suspended, 0u);
  h.release();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
