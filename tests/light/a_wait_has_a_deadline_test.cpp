// SPDX-License-Identifier: Apache-2.0
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/pool.hpp>
#include <weir/select.hpp>
#include <weir/sleep.hpp>
#include <weir/task_group.hpp>
#include <weir/within.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <variant>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_wait : public testing::Test {
 protected:
  Pool p{{.capacity = 4}};
};
using pools = testing::Types<pool<>, light_pool<>>;
TYPED_TEST_SUITE(a_wait, pools, numbered);

TYPED_TEST(a_wait, for_an_item_ends_with_its_time) {
  channel<int, 1> c;
  auto wait = [&c]() -> coroutine<> {
    const auto nothing = co_await within(1ms, c.receive());
    EXPECT_FALSE(nothing);
    const auto looked = co_await within(-1s, c.receive());
    EXPECT_FALSE(looked);
    EXPECT_TRUE(c.try_send(1));
    const auto there = co_await within(0s, c.receive());
    EXPECT_EQ(there, 1);
    EXPECT_TRUE(c.try_send(2));
    int full = 3;
    const bool sent = co_await within(1ms, c.send(std::move(full)));
    EXPECT_FALSE(sent);
    EXPECT_EQ(full, 3);
    EXPECT_EQ(c.try_receive(), 2);
  };
  this->p.submit(wait).get();
}

TYPED_TEST(a_wait, that_is_answered_in_time_has_its_answer) {
  channel<int> c;
  auto wait = [&c]() -> coroutine<int> {
    const auto item = co_await within(1h, c.receive());
    co_return item.value_or(0);
  };
  auto f = this->p.submit(wait);
  const bool sent = c.send(7).wait();
  EXPECT_TRUE(sent);
  EXPECT_EQ(f.get(), 7);
  auto again = this->p.submit(wait);
  c.close();
  EXPECT_EQ(again.get(), 0) << "it is closed";
}

TYPED_TEST(a_wait, for_a_permit_or_a_lock_loses_none) {
  async_semaphore permits(0);
  async_mutex mutex;
  auto wait = [&]() -> coroutine<> {
    const bool none = co_await within(1ms, permits.acquire());
    EXPECT_FALSE(none);
    permits.release();
    const bool one = co_await within(1h, permits.acquire());
    EXPECT_TRUE(one);
    const auto mine = co_await mutex.lock();
    const auto other = co_await within(1ms, mutex.lock());
    EXPECT_FALSE(other);
  };
  this->p.submit(wait).get();
  EXPECT_FALSE(permits.try_acquire());
}

TYPED_TEST(a_wait, ends_with_its_token_too) {
  std::stop_source stop;
  channel<int> c;
  event begun;
  auto wait = [&]() -> coroutine<bool> {
    begun.set();
    const auto item = co_await within(1h, c.receive(stop.get_token()));
    co_return item.has_value();
  };
  auto f = this->p.submit(wait);
  begun.wait();
  stop.request_stop();
  EXPECT_FALSE(f.get());
}

TYPED_TEST(a_wait, for_a_future_leaves_it_as_it_was) {
  event go;
  pool<> other{{.capacity = 1}};
  auto wait = [&]() -> coroutine<int> {
    auto f = other.submit([&] { return go.wait(), 5; });
    const bool early = co_await within(1ms, f);
    EXPECT_FALSE(early);
    const bool again = co_await within(1ms, f);
    EXPECT_FALSE(again);
    go.set();
    const bool in_time = co_await within(1h, f);
    EXPECT_TRUE(in_time);
    const bool ready = co_await within(0s, f);
    EXPECT_TRUE(ready);
    co_return f.get();
  };
  EXPECT_EQ(this->p.submit(wait).get(), 5);
}

TYPED_TEST(a_wait, with_a_deadline_ends_no_later_sleep) {
  channel<int, 1> c;
  auto wait = [&c]() -> coroutine<> {
    for (int n = 0; n < 200; ++n) {
      static_cast<void>(co_await within(std::chrono::microseconds(n), c.receive()));
      const auto before = std::chrono::steady_clock::now();
      co_await sleep_for(200us);
      EXPECT_GE(std::chrono::steady_clock::now() - before, 200us);
    }
  };
  auto send = [&c](std::stop_token end) -> coroutine<> {
    while (!end.stop_requested()) {
      static_cast<void>(c.try_send(1));
      co_await sleep_for(50us);
    }
  };
  std::stop_source end;
  auto f = this->p.submit(wait);
  auto g = this->p.submit(send(end.get_token()));
  f.get();
  end.request_stop();
  g.get();
}

TYPED_TEST(a_wait, for_two_things_has_the_first) {
  channel<int> numbers;
  channel<std::unique_ptr<int>> others;
  auto wait = [&]() -> coroutine<> {
    auto [number, other] = co_await select(numbers.receive(), others.receive());
    EXPECT_FALSE(number);
    EXPECT_TRUE(other && *other && ***other == 4);
  };
  auto f = this->p.submit(wait);
  EXPECT_TRUE(others.send(std::make_unique<int>(4)).wait());
  f.get();
  EXPECT_FALSE(numbers.try_send(1)) << "no one waits for a number any more";
}

TYPED_TEST(a_wait, for_a_future_or_an_item) {
  event go;
  pool<> other{{.capacity = 1}};
  channel<int, 1> c;
  auto wait = [&]() -> coroutine<> {
    auto f = other.submit([&] { go.wait(); });
    EXPECT_TRUE(c.try_send(1));
    auto [done, item] = co_await select(f, c.receive());
    EXPECT_FALSE(done);
    EXPECT_EQ(item, std::optional(std::optional(1)));
    go.set();
    auto [ended, none] = co_await select(f, c.receive());
    EXPECT_TRUE(ended);
    EXPECT_FALSE(none);
    f.get();
  };
  this->p.submit(wait).get();
}

TYPED_TEST(a_wait, for_the_first_of_three) {
  channel<int> numbers;
  async_semaphore permits(0);
  event go;
  pool<> other{{.capacity = 1}};
  auto wait = [&]() -> coroutine<> {
    auto f = other.submit([&] { go.wait(); });
    auto [number, permit, done] = co_await select(numbers.receive(), permits.acquire(), f);
    EXPECT_FALSE(number);
    EXPECT_EQ(permit, std::optional(true));
    EXPECT_FALSE(done);
    go.set();
    auto [none, no_permit, ended] = co_await select(numbers.receive(), permits.acquire(), f);
    EXPECT_FALSE(none);
    EXPECT_FALSE(no_permit);
    EXPECT_TRUE(ended);
  };
  auto f = this->p.submit(wait);
  permits.release();
  f.get();
  EXPECT_FALSE(numbers.try_send(1)) << "no one waits for a number any more";
}

TYPED_TEST(a_wait, for_a_group_leaves_it_as_it_was) {
  event go;
  pool<> other{{.capacity = 1}};
  task_group g(other);
  event begun;
  g.run([&] {
    begun.set();
    go.wait();
  });
  begun.wait();
  auto wait = [&]() -> coroutine<> {
    const bool early = co_await within(1ms, g);
    EXPECT_FALSE(early);
    go.set();
    const bool in_time = co_await within(1h, g);
    EXPECT_TRUE(in_time);
    g.cancel();
    const group_result r = co_await g.finish();
    EXPECT_EQ(r, group_result::cancelled) << "the outcome is still there";
    const bool empty = co_await within(-1s, g);
    EXPECT_TRUE(empty);
  };
  this->p.submit(wait).get();
}

TYPED_TEST(a_wait, for_a_group_works) {
  pool<> closed{{.capacity = 1}};
  closed.shutdown();
  task_group g(closed);
  int ran = 0;
  const auto adds = [&] {
    for (int n = 0; n != 3; ++n) g.run([&] { ++ran; });
  };
  channel<int> numbers;
  auto wait = [&]() -> coroutine<> {
    adds();
    const bool over = co_await within(1h, g);
    EXPECT_TRUE(over);
    EXPECT_EQ(ran, 3);
    adds();
    auto [number, done] = co_await select(numbers.receive(), g);
    EXPECT_FALSE(number);
    EXPECT_TRUE(done);
    EXPECT_EQ(ran, 6);
  };
  this->p.submit(wait).get();
}

TYPED_TEST(a_wait, behind_an_answer_asks_no_group) {
  pool<> closed{{.capacity = 1}};
  closed.shutdown();
  task_group g(closed);
  channel<int, 1> numbers;
  EXPECT_TRUE(numbers.try_send(1));
  int ran = 0;
  auto wait = [&]() -> coroutine<> {
    g.run([&] { ++ran; });
    auto [number, done] = co_await select(numbers.receive(), g);
    EXPECT_TRUE(number);
    EXPECT_FALSE(done);
    EXPECT_EQ(ran, 0) << "the number was there";
    const group_result r = co_await g.finish();
    EXPECT_EQ(r, group_result::complete);
    EXPECT_EQ(ran, 1);
  };
  this->p.submit(wait).get();
}

TEST(a_wait_with_a_deadline, is_for_coroutines_of_a_pool) {
  struct detached {
    struct promise_type {
      detached get_return_object() { return {}; }
      std::suspend_never initial_suspend() noexcept { return {}; }
      std::suspend_never final_suspend() noexcept { return {}; }
      void return_void() {}
      void unhandled_exception() { std::terminate(); }
    };
  };
  channel<int, 1> c;
  bool refused = false;
  auto wait = [&]() -> detached {
    try {
      static_cast<void>(co_await within(1h, c.receive()));
    } catch (const std::logic_error&) {
      refused = true;
    }
  };
  wait();
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace weir::tests
