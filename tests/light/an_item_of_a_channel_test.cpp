// SPDX-License-Identifier: Apache-2.0
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>

#include "tests/support/channel_tasks.hpp"
#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <utility>

namespace weir::tests {
namespace {

using owner = std::unique_ptr<int>;

TEST(an_item, that_was_not_sent_is_as_it_was) {
  light_pool<> p({.capacity = 4, .carriers = 1});
  channel<owner, 1> c;
  std::stop_source stopper;
  const auto tries = [&](std::stop_token token) -> coroutine<int> {
    auto item = std::make_unique<int>(7);
    const bool sent = co_await c.send(std::move(item), std::move(token));
    co_return sent ? -1 : *item;
  };
  EXPECT_TRUE(c.try_send(std::make_unique<int>(1)));
  auto item = std::make_unique<int>(2);
  EXPECT_FALSE(c.try_send(std::move(item)));
  ASSERT_NE(item, nullptr);
  auto called_off = p.submit([&] { return tries(stopper.get_token()); });
  auto refused = p.submit([&] { return tries({}); });
  let_them_go(p);
  stopper.request_stop();
  EXPECT_EQ(called_off.get(), 7);
  EXPECT_EQ(p.submit([&] { return tries(stopper.get_token()); }).get(), 7) << "it has stopped before";
  EXPECT_FALSE(refused.ready());
  c.close();
  EXPECT_EQ(refused.get(), 7);
  EXPECT_EQ(*c.try_receive().value(), 1);
  EXPECT_EQ(c.try_receive(), std::nullopt) << "of those that gave up there is nothing in it";
}

TEST(an_item, may_be_one_that_can_only_be_moved_and_not_assigned) {
  struct fixed {
    explicit fixed(int n) : value(n) {}
    fixed(fixed&&) noexcept = default;
    fixed& operator=(fixed&&) = delete;
    int value;
  };
  channel<fixed, 1> c;
  light_pool<> p({.capacity = 1, .carriers = 1});
  EXPECT_TRUE(c.try_send(fixed(3)));
  EXPECT_EQ(p.submit([&]() -> coroutine<int> {
               const auto got = co_await c.receive();
               co_return got->value;
             }).get(),
            3);
  EXPECT_TRUE(c.try_send(fixed(4)));
  EXPECT_EQ(c.try_receive()->value, 4);
}

/// What it is moved from keeps its share.
struct sharing {
  explicit sharing(std::shared_ptr<int> s) : own(std::move(s)) {}
  sharing(sharing&& other) noexcept : own(other.own) {}
  std::shared_ptr<int> own;
};

TEST(an_item, that_nobody_received_ends_with_the_channel) {
  const auto item = std::make_shared<int>();
  {
    channel<sharing, 3> c;
    EXPECT_TRUE(c.try_send(sharing(item)));
    EXPECT_TRUE(c.try_send(sharing(item)));
    EXPECT_EQ(c.try_receive()->own, item);
    EXPECT_EQ(item.use_count(), 2) << "nothing is left of the one that was received";
  }
  EXPECT_EQ(item.use_count(), 1);
}

TEST(an_item, that_is_received_leaves_the_next_one_where_it_is) {
  const auto first = std::make_shared<int>();
  const auto second = std::make_shared<int>();
  channel<sharing, 3> c;
  EXPECT_TRUE(c.try_send(sharing(first)));
  EXPECT_TRUE(c.try_send(sharing(second)));
  EXPECT_EQ(c.try_receive()->own, first);
  EXPECT_EQ(first.use_count(), 1);
  EXPECT_EQ(second.use_count(), 2);
}

TEST(a_stop, ends_a_wait_for_an_item_and_the_item_goes_to_the_next) {
  light_pool<> p({.capacity = 3, .carriers = 1});
  channel<int> c;
  std::stop_source stopper;
  auto called_off = p.submit([&] { return receives(c, stopper.get_token()); });
  auto next = p.submit([&] { return receives(c); });
  let_them_go(p);
  stopper.request_stop();
  EXPECT_EQ(called_off.get(), -1);
  EXPECT_TRUE(c.try_send(5));
  EXPECT_EQ(next.get(), 5);
}

TEST(a_stop, that_came_before_keeps_nobody_from_what_is_there) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  channel<int, 1> c;
  std::stop_source stopper;
  stopper.request_stop();
  EXPECT_TRUE(p.submit([&] { return sends(c, 5, stopper.get_token()); }).get());
  EXPECT_EQ(p.submit([&] { return receives(c, stopper.get_token()); }).get(), 5);
  EXPECT_EQ(p.submit([&] { return receives(c, stopper.get_token()); }).get(), -1) << "and lets nobody wait";
}

TEST(an_item, is_received_once_by_an_object_that_is_awaited_again) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  channel<std::unique_ptr<int>, 1> c;
  std::stop_source stopper;
  auto has_second = p.submit([&]() -> coroutine<bool> {
    co_await c.send(std::make_unique<int>(1));
    auto item = c.receive(stopper.get_token());
    EXPECT_TRUE(co_await item);
    stopper.request_stop();
    co_return (co_await item).has_value();
  });
  EXPECT_TRUE(has_second.wait_for(patience)) << "the stop was not heard";
  c.close();
  EXPECT_FALSE(has_second.get());
}

// The stop comes from a task on the one carrier, which then goes on itself.
TEST(a_stop, may_come_from_a_coroutine) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  channel<int> c;
  std::stop_source stopper;
  auto waits = p.submit([&] { return receives(c, stopper.get_token()); });
  auto stops = p.submit([&]() -> coroutine<bool> {
    stopper.request_stop();
    co_return co_await c.send(1, stopper.get_token());
  });
  EXPECT_EQ(waits.get(), -1);
  EXPECT_FALSE(stops.get());
}

}  // namespace
}  // namespace weir::tests
