// SPDX-License-Identifier: Apache-2.0
#include <weir/async_mutex.hpp>
#include <weir/light_pool.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using guard = async_mutex::guard;

TEST(an_async_mutex, is_one_task_s_at_a_time_and_may_be_held_across_a_wait) {
  constexpr int tasks = 500;
  light_pool<> p({.capacity = tasks, .carriers = 2});
  async_mutex m;
  int count = 0;
  for (int n = 0; n != tasks; ++n) {
    give(p, [&]() -> coroutine<> {
      const auto held = co_await m.lock();
      EXPECT_TRUE(held);
      const int was = count;
      co_await yield();
      count = was + 1;
    });
  }
  p.wait_idle();
  EXPECT_EQ(count, tasks);
}

TEST(an_async_mutex, goes_to_who_waits_longest) {
  light_pool<> p({.capacity = 4, .carriers = 1});
  async_mutex m;
  std::vector<int> order;  // on the one carrier
  auto first = m.try_lock();
  for (int n = 0; n != 3; ++n) {
    give(p, [&, n]() -> coroutine<> {
      const auto held = co_await m.lock();
      order.push_back(n);
      co_await yield();
    });
  }
  p.submit([&] { first = guard(); }).get();
  p.wait_idle();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(an_async_mutex, tells_who_was_called_off_that_he_does_not_hold_it) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  async_mutex m;
  std::stop_source stopper;
  auto held = m.try_lock();
  auto got = p.submit([&]() -> coroutine<bool> { co_return static_cast<bool>(co_await m.lock(stopper.get_token())); });
  p.submit([&] { stopper.request_stop(); }).get();
  EXPECT_FALSE(got.get());
  EXPECT_FALSE(m.try_lock());
  held = guard();
  EXPECT_TRUE(m.try_lock());
}

TEST(a_guard, gives_the_lock_back_once_whoever_has_it_then) {
  async_mutex m;
  async_mutex other;
  {
    auto held = m.try_lock();
    EXPECT_TRUE(held);
    EXPECT_FALSE(m.try_lock());
    guard taken = std::move(held);
    EXPECT_TRUE(taken);
    EXPECT_FALSE(held);  // NOLINT: what is left of it
    EXPECT_FALSE(m.try_lock());
    taken = other.try_lock();
    EXPECT_TRUE(m.try_lock()) << "an assignment gives back what was held";
    EXPECT_FALSE(other.try_lock());
  }
  EXPECT_TRUE(other.try_lock());
  const guard none;
  EXPECT_FALSE(none);
}

TEST(outside_a_light_pool, a_lock_that_is_held_cannot_be_waited_for) {
  async_mutex m;
  const auto locks = [&]() -> coroutine<guard> { co_return co_await m.lock(); };
  const auto first = locks();
  engine::root::handle(first).resume();
  auto held = engine::root::result(first);
  EXPECT_TRUE(held);
  const auto second = locks();
  engine::root::handle(second).resume();
  EXPECT_THROW(static_cast<void>(engine::root::result(second)), std::logic_error);
  held = guard();
  EXPECT_TRUE(m.try_lock()) << "nobody is in line";
}

}  // namespace
}  // namespace weir::tests
