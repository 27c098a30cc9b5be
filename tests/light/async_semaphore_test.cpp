// SPDX-License-Identifier: Apache-2.0
#include <weir/async_semaphore.hpp>
#include <weir/light_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

coroutine<bool> acquires(async_semaphore& s, std::stop_token token = {}) { co_return co_await s.acquire(std::move(token)); }

TEST(a_semaphore, has_so_many_permits) {
  async_semaphore s(2);
  EXPECT_TRUE(s.try_acquire());
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
  s.release();
  s.release();
  s.release();
  for (int n = 0; n != 3; ++n) EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
}

TEST(a_semaphore, lets_in_so_many_at_a_time) {
  constexpr int tasks = 500;
  light_pool<> p({.capacity = tasks, .carriers = 2});
  async_semaphore s(3);
  std::atomic<int> inside = 0;
  std::atomic<int> passed = 0;
  for (int n = 0; n != tasks; ++n) {
    give(p, [&]() -> coroutine<> {
      const bool entered = co_await s.acquire();
      EXPECT_TRUE(entered);
      EXPECT_LE(++inside, 3);
      co_await yield();
      --inside;
      ++passed;
      s.release();
    });
  }
  p.wait_idle();
  EXPECT_EQ(passed, tasks);
  for (int n = 0; n != 3; ++n) EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
}

TEST(a_permit, goes_to_who_waits_longest_and_to_nobody_else) {
  light_pool<> p({.capacity = 4, .carriers = 1});
  async_semaphore s(0);
  std::vector<int> order;  // on the one carrier
  for (int n = 0; n != 3; ++n) {
    give(p, [&, n]() -> coroutine<> {
      const bool acquired = co_await s.acquire();
      EXPECT_TRUE(acquired);
      order.push_back(n);
    });
  }
  p.submit([&] {
     for (int n = 0; n != 3; ++n) {
       s.release();
       EXPECT_FALSE(s.try_acquire()) << "it is somebody's, who has not had his turn yet";
     }
   }).get();
  p.wait_idle();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(a_permit, is_not_lost_when_who_waits_is_called_off) {
  light_pool<> p({.capacity = 4, .carriers = 2});
  async_semaphore s(0);
  for (int round = 0; round != 300; ++round) {
    std::stop_source stopper;
    auto waits = p.submit([&] { return acquires(s, stopper.get_token()); });
    std::jthread other([&] { stopper.request_stop(); });
    s.release();
    const bool has_it = waits.get();
    EXPECT_EQ(s.try_acquire(), !has_it);
    EXPECT_FALSE(s.try_acquire());
  }
}

TEST(a_permit, is_waited_for_twice_with_the_same_token) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  async_semaphore none(0);
  std::stop_source stopper;
  event got;
  auto second = p.submit([&]() -> coroutine<bool> {
    auto permit = none.acquire(stopper.get_token());
    const bool first = co_await permit;
    EXPECT_TRUE(first);
    got.set();
    co_return co_await permit;
  });
  while (p.stats().suspended == 0) std::this_thread::yield();
  none.release();
  ASSERT_TRUE(got.wait_for());
  stopper.request_stop();
  EXPECT_TRUE(second.wait_for(patience)) << "the stop was not heard";
  none.release();
  EXPECT_FALSE(second.get());
}

// Before the second wait begins, which must not take the answer of the first for its own.
TEST(a_permit, is_waited_for_again_after_the_stop) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  async_semaphore one(1);
  std::stop_source stopper;
  auto answers = p.submit([&]() -> coroutine<std::array<bool, 3>> {
    auto permit = one.acquire(stopper.get_token());
    const bool first = co_await permit;
    stopper.request_stop();
    const bool second = co_await permit;
    one.release();
    const bool third = co_await permit;  // there is one
    co_return {first, second, third};
  });
  EXPECT_TRUE(answers.wait_for(patience)) << "the stop was not heard";
  one.release();
  EXPECT_EQ(answers.get(), (std::array{true, false, true}));
}

TEST(a_permit, goes_to_the_next_when_the_first_was_called_off) {
  light_pool<> p({.capacity = 3, .carriers = 1});
  async_semaphore s(0);
  std::stop_source stopper;
  auto called_off = p.submit([&] { return acquires(s, stopper.get_token()); });
  auto next = p.submit([&] { return acquires(s); });
  p.submit([&] { stopper.request_stop(); }).get();
  EXPECT_FALSE(called_off.get());
  s.release();
  EXPECT_TRUE(next.get());
  EXPECT_FALSE(p.submit([&] { return acquires(s, stopper.get_token()); }).get()) << "it has stopped before";
  s.release();
  EXPECT_TRUE(p.submit([&] { return acquires(s, stopper.get_token()); }).get()) << "and there is one";
}

TEST(outside_a_light_pool, a_permit_that_is_not_there_cannot_be_waited_for) {
  async_semaphore s(1);
  const auto first = acquires(s);
  const auto second = acquires(s);
  engine::root::handle(first).resume();
  engine::root::handle(second).resume();
  EXPECT_TRUE(engine::root::result(first));
  EXPECT_THROW(static_cast<void>(engine::root::result(second)), std::logic_error);
  s.release();
  EXPECT_TRUE(s.try_acquire()) << "nobody is in line";
}

TEST(a_coroutine, that_is_destroyed_in_line_leaves_it) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  async_semaphore s(0);
  p.submit([&]() -> coroutine<> {
     const auto waits = acquires(s);
     engine::root::handle(waits).resume();  // in the turn of this task, which continues when the other waits
     EXPECT_FALSE(engine::root::handle(waits).done()) << "it is in line";
     co_return;
   }).get();
  s.release();
  EXPECT_TRUE(s.try_acquire()) << "nobody is in line";
}

}  // namespace
}  // namespace weir::tests
