// SPDX-License-Identifier: Apache-2.0
// Everything that a coroutine may wait for, on pools of threads.
#include <weir/abandoned.hpp>
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/context.hpp>
#include <weir/coroutine.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/sleep.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <coroutine>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// Volatile: clang++ takes the thread to be the same after a co_await, and sees through a function that only asks for it.
std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

TEST(an_async_mutex_on_threads, lets_one_in_at_a_time) {
  thread_pool p({.capacity = 4});
  async_mutex m;
  int in = 0;  // guarded by it
  int all = 0;
  for (int n = 0; n != 200; ++n) {
    give(p, [&]() -> coroutine<> {
      const auto held = co_await m.lock();
      EXPECT_EQ(++in, 1);
      co_await yield();  // held at the next turn, and on another thread
      ++all;
      --in;
    });
  }
  p.wait_idle();
  EXPECT_EQ(all, 200);
}

TEST(an_async_semaphore_on_threads, lets_so_many_in) {
  thread_pool p({.capacity = 4});
  async_semaphore two(2);
  std::atomic<int> in = 0;
  std::atomic<int> all = 0;
  for (int n = 0; n != 200; ++n) {
    give(p, [&]() -> coroutine<> {
      co_await two.acquire();
      EXPECT_LE(++in, 2);
      co_await sleep_for(1us);
      --in;
      ++all;
      two.release();
    });
  }
  p.wait_idle();
  EXPECT_EQ(all, 200);
}

TEST(a_channel_on_threads, brings_everything_from_one_pool_to_another) {
  thread_pool makers({.capacity = 2});
  thread_pool takers({.capacity = 2});
  channel<int, 4> c;
  std::atomic<long> sum = 0;
  for (int n = 0; n != 4; ++n) {
    give(takers, [&]() -> coroutine<> {
      for (;;) {
        const auto got = co_await c.receive();
        if (!got) co_return;
        sum += *got;
      }
    });
  }
  for (int n = 0; n != 4; ++n) {
    give(makers, [&]() -> coroutine<> {
      for (int i = 0; i != 500; ++i) co_await c.send(i + 1);
    });
  }
  makers.wait_idle();
  c.close();
  takers.wait_idle();
  EXPECT_EQ(sum, 4 * 125'250);
}

TEST(a_future_on_threads, is_awaited_across_pools_both_ways) {
  thread_pool one({.capacity = 1});
  thread_pool other({.capacity = 1});
  auto answer = one.submit([&]() -> coroutine<int> {
    int sum = 0;
    for (int n = 0; n != 100; ++n) {
      auto there = other.submit([&one, n]() -> coroutine<int> {
        auto back = one.submit([n] { return n; });
        co_return co_await back;
      });
      sum += co_await there;
    }
    co_return sum;
  });
  ASSERT_TRUE(answer.wait_for(patience));
  EXPECT_EQ(answer.get(), 4950);
}

TEST(a_group_on_threads, is_awaited_in_the_pool_that_runs_it) {
  thread_pool p({.capacity = 1});
  std::atomic<int> ran = 0;
  const auto all = p.submit([&]() -> coroutine<group_result> {
    task_group g(p);
    for (int n = 0; n != 100; ++n) g.run([&ran] { ++ran; });
    co_return co_await g.finish();
  });
  ASSERT_TRUE(all.wait_for(patience));
  EXPECT_EQ(ran, 100);
}

TEST(an_async_post_from_threads, holds_no_thread_while_it_waits) {
  pool<queue::bounded<1>> full({.capacity = 1});
  thread_pool p({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  std::atomic<int> ran = 0;
  std::vector<future<post_result>> answers;
  for (int n = 0; n != 10; ++n)
    answers.push_back(p.submit([&]() -> coroutine<post_result> { co_return co_await full.async_post([&] { ++ran; }); }));
  EXPECT_TRUE(eventually([&] { return full.stats().waiting == 10; }));
  EXPECT_TRUE(p.submit([] {}).wait_for(patience)) << "on its only thread";
  held.release();
  for (auto& each : answers) EXPECT_EQ(each.get(), post_result::accepted);
  full.wait_idle();
  EXPECT_EQ(ran, 10);
}

class schedule_on_threads : public testing::Test {
 protected:
  thread_pool away{{.capacity = 1}};
  thread_pool home{{.capacity = 1}};
  const std::thread::id there = away.submit(here).get();
  const std::thread::id at_home = home.submit(here).get();
};

TEST_F(schedule_on_threads, runs_the_coroutine_there_until_its_next_wait) {
  home.submit([&]() -> coroutine<> {
        for (int lap = 0; lap != 20; ++lap) {
          EXPECT_EQ(here(), at_home);
          const post_result answer = co_await away.schedule();
          EXPECT_EQ(answer, post_result::accepted);
          EXPECT_EQ(here(), there);
          lap % 2 == 0 ? co_await yield() : co_await sleep_for(10us);
        }
        EXPECT_EQ(here(), at_home);
      })
      .get();
}

TEST_F(schedule_on_threads, leaves_the_thread_to_others_meanwhile) {
  hold held;
  auto visit = home.submit([&]() -> coroutine<> {
    static_cast<void>(co_await away.schedule());
    held.task()();
  });
  ASSERT_TRUE(held.begun());
  EXPECT_TRUE(home.submit([] {}).wait_for(patience));
  EXPECT_FALSE(home.wait_idle_for(1ms)) << "one of its coroutines has not ended";
  held.release();
  visit.get();
  home.wait_idle();
}

TEST_F(schedule_on_threads, may_be_its_last_turn_and_the_pool_s) {
  for (int lap = 0; lap != 100; ++lap) {
    std::atomic<bool> ended = false;
    {
      thread_pool one({.capacity = 1});
      give(one, [&]() -> coroutine<> {
        static_cast<void>(co_await away.schedule());
        EXPECT_EQ(here(), there);
        ended = true;
      });
    }
    EXPECT_TRUE(ended);
  }
}

TEST_F(schedule_on_threads, lets_others_of_its_own_pool_go_first) {
  bool first = false;  // all of this happens on one thread
  bool second = false;
  {
    const auto still = home.pause();
    give(home, [&]() -> coroutine<> {
      const post_result answer = co_await home.schedule();
      EXPECT_EQ(answer, post_result::accepted);
      EXPECT_TRUE(first);
      second = true;
    });
    give(home, [&] { first = true; });
  }
  home.wait_idle();
  EXPECT_TRUE(second);
}

TEST_F(schedule_on_threads, answers_why_not_and_goes_on_where_it_was) {
  pool<queue::bounded<1>, blocking::reject> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  home.submit([&]() -> coroutine<> {
        const post_result when_full = co_await full.schedule();
        EXPECT_EQ(when_full, post_result::full);
        full.shutdown();
        const post_result when_closed = co_await full.schedule();
        EXPECT_EQ(when_closed, post_result::closed);
        EXPECT_EQ(here(), at_home);
      })
      .get();
}

/// An awaitable of another library: it takes the handle, and reports that.
struct callback {
  std::coroutine_handle<> waiting;
  event taken;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    waiting = h;
    taken.set();
  }
  int await_resume() const noexcept { return 7; }
};

TEST(a_foreign_wait_on_threads, goes_on_in_its_own_pool_or_unwinds) {
  thread_pool p({.capacity = 1});
  const auto home = p.submit(here).get();
  for (int lap = 0; lap != 100; ++lap) {
    callback c;
    auto answer = p.submit([&]() -> coroutine<int> {
      const int n = co_await c;
      co_return here() == home ? n : 0;
    });
    c.taken.wait();
    lap % 2 == 0 ? c.waiting.resume() : c.waiting.destroy();  // on this thread, which is none of the pool's
    if (lap % 2 == 0)
      EXPECT_EQ(answer.get(), 7);
    else
      EXPECT_THROW(answer.get(), abandoned);
  }
}

TEST(a_multi_pool_of_threads, runs_coroutines) {
  multi_pool<thread_pool, balance::least_loaded> pools{2, {.capacity = 1}};
  std::atomic<int> ran = 0;
  for (int i = 0; i != 100; ++i) {
    give(pools, [&ran]() -> coroutine<> {
      co_await sleep_for(100us);
      ++ran;
    });
  }
  auto seen = pools.submit(
      []() -> coroutine<int> {
        co_await yield();
        co_return *this_task::context<int>();
      },
      context(3));
  EXPECT_EQ(seen.get(), 3);
  pools.wait_idle();
  EXPECT_EQ(ran, 100);
}

}  // namespace
}  // namespace weir::tests
