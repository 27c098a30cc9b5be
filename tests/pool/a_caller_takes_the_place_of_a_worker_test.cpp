// SPDX-License-Identifier: Apache-2.0
// The system refuses threads: the calling threads, or the worker that ends, do what the missing worker would do.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using P = unreliable_threads;
using coroutine_of_p = basic_coroutine<void, P>;

bool never() { return false; }

TEST(a_caller_in_place_of_a_worker, begins_nothing_in_a_paused_pool) {
  const P::scope refusing(never);
  pool<P> p({.capacity = 1});
  std::atomic<bool> second = false;
  std::thread pauser;
  give(p, [&] {
    give(p, [&] { second = true; });
    pauser = std::thread([&] {
      const auto paused = p.pause();
      EXPECT_FALSE(second);
    });
    EXPECT_TRUE(eventually([&] { return p.is_paused(); }));
  });
  pauser.join();
  EXPECT_TRUE(second) << "the thread that resumes the pool runs it";
}

TEST(a_caller_in_place_of_a_worker, releases_the_key_of_each_task) {
  const P::scope refusing(never);
  pool<P, queue::keyed> p({.capacity = 1});
  std::string order;
  const auto one = [&](char c) { EXPECT_EQ(p.post([&order, c] { order += c; }, key{1}), post_result::accepted); };
  EXPECT_EQ(p.post(
                [&] {
                  one('a');
                  one('b');
                },
                key{1}),
            post_result::accepted);
  EXPECT_EQ(order, "ab");
}

TEST(a_caller_in_place_of_a_worker, runs_the_task_of_a_coroutine_in_line) {
  std::atomic<bool> granted = true;
  const P::scope at_first([&] { return granted.load(); });
  pool<P> home({.capacity = 1});
  home.run([] {});
  granted = false;
  pool<P, queue::none> p({.capacity = 1});
  std::atomic<bool> ran = false;
  {
    const auto paused = p.pause();
    give(home, [&]() -> coroutine_of_p {
      auto task = [&] { ran = true; };
      const post_result answer = co_await p.async_post(std::move(task));
      EXPECT_EQ(answer, post_result::accepted);
    });
    ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  }
  EXPECT_TRUE(ran);
  home.wait_idle();
}

/// A coroutine that a caller begins and leaves asleep, while another thread waits for the pool. Nothing else happens until it wakes.
template <class Wait>
void expect_a_waiter_to_keep_the_time(Wait wait) {
  pool<P> p({.capacity = 1});
  std::thread waiter;
  std::atomic<bool> woke = false;
  give(p, [&]() -> coroutine_of_p {
    waiter = std::thread([&] { wait(p); });
    co_await sleep_for<P>(1300ms);
    woke = true;
  });
  waiter.join();
  EXPECT_TRUE(woke);
}

TEST(a_caller_that_leaves, leaves_the_time_to_the_thread_that_waits_until_the_pool_is_idle) {
  const P::scope refusing(never);
  expect_a_waiter_to_keep_the_time([](pool<P>& p) { p.wait_idle(); });
}

TEST(a_caller_that_leaves, leaves_the_time_to_the_thread_that_waits_until_the_pool_has_ended) {
  const P::scope refusing(never);
  expect_a_waiter_to_keep_the_time([](pool<P>& p) {
    p.shutdown();
    p.join();
  });
}

// Its hook ends the thread that was started for the task, and there is no other: the thread runs the task before it ends.
TEST(a_worker_that_ends_before_its_first_task, runs_it_when_there_is_no_other_thread) {
  std::atomic<int> asked = 0;
  const P::scope one_thread([&] { return asked++ == 0; });
  options o{.capacity = 1};
  o.on_start = [] { pthread_exit(nullptr); };
  pool<P, queue::none, panic::ignore> p(o);
  event ran;
  give(p, [&] { ran.set(); });
  EXPECT_TRUE(ran.wait_for());
  EXPECT_TRUE(p.wait_idle_for(patience));
}

/// The only thread of the pool, which is too old as soon as it has begun a coroutine.
class an_old_worker_without_a_successor : public testing::Test {
 protected:
  std::atomic<int> asked = 0;
  const P::scope one_thread{[this] { return asked++ == 0; }};
  pool<P, expiry::after_age> p{{.capacity = 1, .max_age = 1ns}};
  basic_async_semaphore<P> may_end{0};
  std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;
  std::atomic<bool> stayed = false;

  void SetUp() override {
    give(p, [this]() -> coroutine_of_p {
      const auto first = here();
      co_await may_end.acquire();
      stayed = here() == first;
    });
    ASSERT_TRUE(eventually([&] { return p.stats().suspended == 1 && p.stats().idle == 1; }));
    ASSERT_GE(p.stats().failed_starts, 1U);
  }
};

TEST_F(an_old_worker_without_a_successor, stays_for_the_coroutine) {
  EXPECT_EQ(p.stats().workers, 1U);
  may_end.release();
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_TRUE(stayed);
}

TEST_F(an_old_worker_without_a_successor, gives_its_place_up_when_a_task_ends_its_thread) {
  give(p, [] { pthread_exit(nullptr); });
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
  may_end.release();
  EXPECT_TRUE(p.wait_idle_for(patience));
}

// Its pool has no thread: the worker that takes its task resumes it, after the worker for the next task has been woken.
TEST(a_coroutine_that_is_resumed_by_a_worker_of_another_pool, may_wait_for_the_next_task_of_that_pool) {
  std::atomic<bool> granted = true;
  const P::scope at_first([&] { return granted.load(); });
  pool<P, queue::none, growth::prestart> p({.capacity = 2});
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  granted = false;
  pool<P> home({.capacity = 1});
  event second_ran;
  bool came = false;
  {
    const auto paused = p.pause();
    give(home, [&]() -> coroutine_of_p {
      auto first = [] {};
      static_cast<void>(co_await p.async_post(std::move(first)));
      came = second_ran.wait_for();
    });
    give(home, [&]() -> coroutine_of_p {
      auto second = [&] { second_ran.set(); };
      static_cast<void>(co_await p.async_post(std::move(second)));
    });
    ASSERT_EQ(p.stats().waiting, 2U);
  }
  home.wait_idle();
  p.wait_idle();
  EXPECT_TRUE(came);
}

// The worker has taken its task already, and passes it on.
TEST(a_coroutine_that_is_resumed_by_a_worker_of_another_pool, may_post_what_ends_the_thread) {
  std::atomic<bool> granted = true;
  const P::scope at_first([&] { return granted.load(); });
  pool<P, queue::none> p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  granted = false;
  pool<P> home({.capacity = 1});
  event ran;
  give(home, [&]() -> coroutine_of_p {
    auto task = [&] { ran.set(); };
    static_cast<void>(co_await p.async_post(std::move(task)));
    give(home, [] { pthread_exit(nullptr); });
  });
  ASSERT_EQ(p.stats().waiting, 1U);
  busy.release();
  EXPECT_TRUE(ran.wait_for());
  p.wait_idle();
  home.wait_idle();
}

// The key is that of the old worker's task: no post could wake the idle worker for the next one.
TEST(a_worker_that_is_old_and_gets_no_successor, leaves_the_next_task_of_its_key_to_an_idle_one) {
  std::atomic<bool> granted = true;
  const P::scope at_first([&] { return granted.load(); });
  pool<P, queue::keyed, expiry::after_age, growth::prestart> p({.capacity = 2, .min_workers = 2, .max_age = 1ns});
  hold busy;
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 2; }));
  busy.occupy(p, key{1});
  event ran;
  EXPECT_EQ(p.post([&] { ran.set(); }, key{1}), post_result::accepted);
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  granted = false;
  busy.release();
  EXPECT_TRUE(ran.wait_for());
  granted = true;
  p.wait_idle();
}

// It asks for a thread, and meanwhile a worker is started for one task, and a second one finds every place taken.
TEST(a_caller_that_keeps_the_time, leaves_the_place_of_the_thread_that_it_does_not_get_to_another_one) {
  std::atomic<int> asked = 0;
  event asks, may_refuse;
  const P::scope the_fifth_on([&] {
    const int mine = ++asked;
    if (mine == 4) asks.set(), may_refuse.wait();  // before it for the post, the first turn and the sleep of the coroutine
    return mine > 4;
  });
  pool<P> p({.capacity = 2});
  std::stop_source awake;
  std::thread caller([&] { give(p, [&]() -> coroutine_of_p { co_await sleep_for<P>(1h, awake.get_token()); }); });
  ASSERT_TRUE(asks.wait_for());
  hold busy;
  busy.occupy(p);
  event ran;
  give(p, [&] { ran.set(); });
  may_refuse.set();
  EXPECT_TRUE(ran.wait_for()) << "the task waits beside a free place";
  awake.request_stop();
  busy.release();
  caller.join();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
