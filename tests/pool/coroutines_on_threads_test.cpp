// SPDX-License-Identifier: Apache-2.0
// A pool of threads takes coroutines too. One that waits holds no thread, and is resumed on any free worker.
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

// Volatile: clang++ takes the thread to be the same after a co_await, and sees through a function that only asks for it.
std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

TEST(a_coroutine_on_threads, lets_thousands_of_others_begin_on_two) {
  constexpr int tasks = 10'000;
  std::atomic<int> begun = 0;
  thread_pool p({.capacity = 2});
  for (int n = 0; n != tasks; ++n) {
    give(p, [&]() -> coroutine<> {
      ++begun;
      while (begun != tasks) co_await sleep_for(1ms);
    });
  }
  p.wait_idle();
  EXPECT_EQ(begun, tasks);
  EXPECT_LE(p.stats().workers, 2U);
}

TEST(a_coroutine_on_threads, holds_none_while_it_waits) {
  constexpr int sleepers = 1000;
  thread_pool p({.capacity = 2});
  std::stop_source stopper;
  tally asleep;
  for (int n = 0; n != sleepers; ++n) {
    give(p, [&]() -> coroutine<> {
      asleep.add();
      static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
    });
  }
  ASSERT_TRUE(asleep.reaches(sleepers));
  hold one, other;
  one.occupy(p);
  other.occupy(p);  // both threads had time
  EXPECT_TRUE(eventually([] { return threads_alive() == 2; }));
  one.release();
  other.release();
  stopper.request_stop();
  p.wait_idle();
}

TEST(a_coroutine_on_threads, goes_on_on_whichever_worker_has_time) {
  thread_pool p({.capacity = 1});
  channel<int> c;
  auto moved = p.submit([&]() -> coroutine<bool> {
    const auto began_on = here();
    static_cast<void>(co_await c.receive());
    co_return here() != began_on;
  });
  hold held;
  held.occupy(p);  // the one thread on which it can have begun
  p.resize(0, 2);
  EXPECT_TRUE(c.try_send(1));
  ASSERT_TRUE(moved.wait_for(patience));
  EXPECT_TRUE(moved.get());
}

TEST(a_coroutine_on_threads, gets_its_turn_though_tasks_never_end_to_come) {
  thread_pool p({.capacity = 1});
  std::atomic<bool> over = false;
  std::function<void()> again = [&] {
    if (!over) give(p, again);
  };
  give(p, again);
  auto ended = p.submit([&]() -> coroutine<> {
    for (int turns = 0; turns != 10; ++turns) co_await yield();
    co_await sleep_for(1ms);
    over = true;
  });
  EXPECT_TRUE(ended.wait_for(patience));
  over = true;
  p.wait_idle();
}

TEST(a_coroutine_on_threads, lets_tasks_begin_though_it_is_always_ready) {
  thread_pool p({.capacity = 1});
  std::atomic<bool> ran = false;
  give(p, [&]() -> coroutine<> {
    const auto end = clock::now() + patience;
    while (!ran && clock::now() < end) co_await yield();
    EXPECT_TRUE(ran);
  });
  for (int n = 0; n != 10; ++n) give(p, [] {});
  give(p, [&] { ran = true; });
  p.wait_idle();
}

TEST(a_coroutine_on_threads, sleeps_no_less_than_it_should) {
  thread_pool p({.capacity = 2});
  std::vector<future<clock::duration>> slept;
  for (int n = 0; n != 100; ++n) {
    slept.push_back(p.submit([n]() -> coroutine<clock::duration> {
      const auto began = clock::now();
      co_await sleep_for(n * 50us);
      co_return clock::now() - began;
    }));
  }
  for (int n = 0; n != 100; ++n) EXPECT_GE(slept[static_cast<std::size_t>(n)].get(), n * 50us);
}

// One worker keeps the time, and sleeps until nothing is due for an hour. It has to be told.
TEST(a_coroutine_on_threads, that_is_due_first_is_told_to_the_worker_that_keeps_the_time) {
  thread_pool p({.capacity = 2});
  std::stop_source stopper;
  give(p, [&]() -> coroutine<> { EXPECT_FALSE(co_await sleep_for(1h, stopper.get_token())); });
  for (int round = 0; round != 50; ++round) {
    const auto slept = p.submit([]() -> coroutine<> { co_await sleep_for(300us); });
    ASSERT_TRUE(slept.wait_for(patience)) << "in round " << round;
  }
  stopper.request_stop();
  p.wait_idle();
}

// The only idle worker is the timekeeper, and it is woken for a long task.
TEST(a_coroutine_on_threads, wakes_in_time_though_who_kept_the_time_is_busy_now) {
  for (int round = 0; round != 20; ++round) {
    thread_pool p({.capacity = 2});
    event woke;
    give(p, [&]() -> coroutine<> {
      co_await sleep_for(2ms);
      woke.set();
    });
    ASSERT_TRUE(eventually([&] { return p.stats().idle == 1 || woke.happened(); }));
    hold held;
    held.occupy(p);
    ASSERT_TRUE(woke.wait_for()) << "in round " << round;
  }
}

TEST(a_coroutine_on_threads, wakes_in_time_though_a_long_task_follows_it_on_its_thread) {
  for (int round = 0; round != 20; ++round) {
    thread_pool p({.capacity = 2});
    event woke;
    hold held;
    {
      const auto still = p.pause();
      give(p, [&]() -> coroutine<> {
        co_await sleep_for(1ms);
        woke.set();
      });
      give(p, held.task());
    }
    ASSERT_TRUE(woke.wait_for()) << "in round " << round;
  }
}

TEST(what_is_posted_to_threads, may_be_a_coroutine_itself) {
  thread_pool p({.capacity = 2});
  std::atomic<int> sum = 0;
  const auto add = [](std::atomic<int>& to, int n) -> coroutine<> {
    co_await yield();
    to += n;
  };
  coroutine<> two = add(sum, 2);
  EXPECT_EQ(p.post(add(sum, 1)), post_result::accepted);
  EXPECT_EQ(p.post(std::move(two)), post_result::accepted);
  EXPECT_EQ(p.try_post(add(sum, 4)), post_result::accepted);
  EXPECT_EQ(p.post_for(1s, add(sum, 8)), post_result::accepted);
  EXPECT_THROW(static_cast<void>(p.post(coroutine<>())), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.post(std::function<coroutine<>()>())), std::invalid_argument);
  p.wait_idle();
  EXPECT_EQ(sum, 15);
}

TEST(what_is_posted_to_threads, keeps_its_captures_for_as_long_as_the_coroutine_runs_and_no_longer) {
  thread_pool p({.capacity = 2});
  auto small = std::make_shared<int>(7);
  const std::weak_ptr<int> seen = small;
  const std::string big(100, 'x');
  auto answer = p.submit([small = std::move(small), big, more = std::vector{1, 2, 3}]() -> coroutine<std::size_t> {
    for (int turns = 0; turns != 10; ++turns) co_await yield();
    co_await sleep_for(1ms);
    co_return static_cast<std::size_t>(*small) + big.size() + more.size();  // the lambda's, and so the pool's
  });
  EXPECT_EQ(answer.get(), 110U);
  p.wait_idle();
  EXPECT_TRUE(seen.expired());
}

TEST(what_is_posted_to_threads, may_be_many_at_once) {
  thread_pool p({.capacity = 2});
  std::atomic<int> ended = 0;
  const auto each = [&ended]() -> coroutine<> {
    co_await sleep_for(100us);
    ++ended;
  };
  const bulk_result posted = p.post_bulk(std::vector(100, each));
  EXPECT_EQ(posted.accepted, 100U);
  p.wait_idle();
  EXPECT_EQ(ended, 100);
}

}  // namespace
}  // namespace weir::tests
