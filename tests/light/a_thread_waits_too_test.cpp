// SPDX-License-Identifier: Apache-2.0
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/light_pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(a_thread, receives_what_a_coroutine_sends) {
  channel<int, 2> c;
  light_pool<> p({.capacity = 1, .carriers = 1});
  give(p, [&]() -> coroutine<> {
    for (int n = 0; n != 100; ++n) static_cast<void>(co_await c.send(std::move(n)));
    c.close();
  });
  int wanted = 0;
  while (const std::optional<int> item = c.receive().wait()) EXPECT_EQ(*item, wanted++);
  EXPECT_EQ(wanted, 100);
}

TEST(a_thread, sends_to_a_coroutine_that_receives) {
  channel<std::unique_ptr<int>, 0> c;
  light_pool<> p({.capacity = 1, .carriers = 1});
  int sum = 0;
  give(p, [&]() -> coroutine<> {
    while (auto item = co_await c.receive()) sum += **item;
  });
  for (int n = 1; n <= 100; ++n) EXPECT_TRUE(c.send(std::make_unique<int>(n)).wait());
  c.close();
  EXPECT_FALSE(c.send(std::make_unique<int>(0)).wait());
  p.wait_idle();
  EXPECT_EQ(sum, 5050);
}

TEST(a_thread, takes_turns_with_coroutines_for_a_lock) {
  async_mutex m;
  light_pool<> p({.capacity = 4, .carriers = 1});
  int count = 0;
  for (int n = 0; n != 4; ++n)
    give(p, [&]() -> coroutine<> {
      for (int turn = 0; turn != 500; ++turn) {
        auto held = co_await m.lock();
        ++count;
        co_await yield();
      }
    });
  std::vector<std::jthread> threads;
  for (int n = 0; n != 2; ++n)
    threads.emplace_back([&] {
      for (int turn = 0; turn != 500; ++turn) {
        const auto held = m.lock().wait();
        EXPECT_TRUE(held);
        ++count;
      }
    });
  threads.clear();
  p.wait_idle();
  EXPECT_EQ(count, 3000);
}

TEST(a_thread, gives_up_when_its_time_is_over_and_waits_no_longer) {
  async_semaphore s(0);
  EXPECT_FALSE(s.acquire().wait_for(1ms));
  EXPECT_FALSE(s.acquire().wait_until(std::chrono::steady_clock::now()));
  s.release();
  EXPECT_TRUE(s.try_acquire()) << "a wait that is over took the permit";
  async_mutex m;
  const auto held = m.try_lock();
  EXPECT_FALSE(m.lock().wait_for(0s));
  EXPECT_FALSE(m.lock().wait_until(std::chrono::steady_clock::now()));
  channel<int, 1> c;
  EXPECT_FALSE(c.receive().wait_for(0s));
  EXPECT_TRUE(c.send(1).wait_for(0s));
  EXPECT_FALSE(c.send(2).wait_for(0s));
  EXPECT_EQ(c.receive().wait_for(std::chrono::hours::max()), 1);
}

TEST(a_thread, is_called_off_by_its_token) {
  async_semaphore s(0);
  std::stop_source stop;
  std::jthread stopper([&] { stop.request_stop(); });
  EXPECT_FALSE(s.acquire(stop.get_token()).wait());
  EXPECT_FALSE(s.acquire(stop.get_token()).wait());
}

TEST(a_thread, hears_that_the_channel_is_closed) {
  channel<int, 1> c;
  std::jthread closer([&] { c.close(); });
  EXPECT_FALSE(c.receive().wait());
}

TEST(a_wait, is_repeated_by_a_thread_and_by_a_coroutine) {
  async_semaphore s(0);
  light_pool<> p({.capacity = 1, .carriers = 1});
  auto wait = s.acquire();
  EXPECT_FALSE(wait.wait_for(0s));
  give(p, [&]() -> coroutine<> { EXPECT_TRUE(co_await wait); });
  s.release();
  p.wait_idle();
  s.release();
  EXPECT_TRUE(wait.wait());
}

TEST(a_thread, in_a_task_waits_for_a_coroutine_of_another_pool) {
  channel<int, 0> c;
  light_pool<> senders({.capacity = 8, .carriers = 1});
  thread_pool receivers({.capacity = 2});
  auto sum = [&c] {
    int s = 0;
    for (int n = 0; n != 400; ++n) s += c.receive().wait().value_or(1000);
    return s;
  };
  auto one = receivers.submit(sum);
  auto other = receivers.submit(sum);
  for (int n = 0; n != 8; ++n)
    give(senders, [&]() -> coroutine<> {
      for (int turn = 0; turn != 100; ++turn) static_cast<void>(co_await c.send(1));
    });
  EXPECT_EQ(one.get() + other.get(), 800);
}

}  // namespace
}  // namespace weir::tests
