// SPDX-License-Identifier: Apache-2.0
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>

#include "tests/support/channel_tasks.hpp"
#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <vector>

namespace weir::tests {
namespace {

template <class Room>
class a_channel : public testing::Test {
 protected:
  static constexpr std::size_t room = Room::value;
  channel<int, room> c;
};
template <std::size_t N>
using with_room_for = std::integral_constant<std::size_t, N>;
using rooms = testing::Types<with_room_for<0>, with_room_for<1>, with_room_for<16>>;
TYPED_TEST_SUITE(a_channel, rooms, );

TYPED_TEST(a_channel, gives_the_items_in_their_order) {
  constexpr int items = 100;
  light_pool<> p({.capacity = 2, .carriers = 1});
  auto& c = this->c;
  auto received = p.submit([&]() -> coroutine<std::vector<int>> {
    std::vector<int> all;
    while (const auto n = co_await c.receive()) all.push_back(*n);
    co_return all;
  });
  give(p, [&]() -> coroutine<> {
    for (int n = 0; n != items; ++n) {
      const bool sent = co_await c.send(int(n));
      EXPECT_TRUE(sent);
    }
    c.close();
  });
  const auto all = received.get();
  ASSERT_EQ(all.size(), std::size_t{items});
  for (int n = 0; n != items; ++n) EXPECT_EQ(all[static_cast<std::size_t>(n)], n);
}

TYPED_TEST(a_channel, gives_each_item_to_one_of_many) {
  constexpr int tasks = 4;
  constexpr int each = 500;
  light_pool<> p({.capacity = 2 * tasks, .carriers = 2});
  auto& c = this->c;
  std::vector<future<long>> received;
  std::vector<future<bool>> sent;
  for (int n = 0; n != tasks; ++n) {
    received.push_back(p.submit([&]() -> coroutine<long> {
      long sum = 0;
      while (const auto item = co_await c.receive()) sum += *item;
      co_return sum;
    }));
    sent.push_back(p.submit([&]() -> coroutine<bool> {
      bool all = true;
      for (int i = 1; i <= each; ++i) {
        const bool one = co_await c.send(int(i));
        all = all && one;
      }
      co_return all;
    }));
  }
  for (auto& s : sent) EXPECT_TRUE(s.get());
  c.close();
  long sum = 0;
  for (auto& r : received) sum += r.get();
  EXPECT_EQ(sum, tasks * (each * (each + 1L) / 2));
}

TYPED_TEST(a_channel, has_room_for_so_many_and_lets_the_next_sender_wait) {
  constexpr int room = static_cast<int>(TestFixture::room);
  light_pool<> p({.capacity = 2, .carriers = 1});
  auto& c = this->c;
  for (int n = 0; n != room; ++n) EXPECT_TRUE(c.try_send(int(n)));
  EXPECT_FALSE(c.try_send(99));
  auto sent = p.submit([&] { return sends(c, room); });
  let_them_go(p);
  EXPECT_FALSE(sent.ready());
  EXPECT_EQ(c.try_receive(), 0);
  EXPECT_TRUE(sent.wait_for(patience)) << "there is room for its item";
  for (int n = 1; n <= room; ++n) EXPECT_EQ(c.try_receive(), n);
  EXPECT_EQ(c.try_receive(), std::nullopt);
}

TYPED_TEST(a_channel, gives_what_is_sent_to_who_waits_longest) {
  light_pool<> p({.capacity = 4, .carriers = 1});
  auto& c = this->c;
  std::vector<future<int>> received;
  for (int n = 0; n != 3; ++n) received.push_back(p.submit([&] { return receives(c); }));
  let_them_go(p);
  for (int n = 0; n != 3; ++n) EXPECT_TRUE(c.try_send(int(n)));
  for (int n = 0; n != 3; ++n) EXPECT_EQ(received[static_cast<std::size_t>(n)].get(), n);
}

TYPED_TEST(a_channel, that_is_closed_answers_receivers_that_wait) {
  light_pool<> p({.capacity = 4, .carriers = 1});
  auto& c = this->c;
  std::vector<future<int>> received;
  for (int n = 0; n != 3; ++n) received.push_back(p.submit([&] { return receives(c); }));
  let_them_go(p);
  c.close();
  c.close();
  for (auto& r : received) EXPECT_EQ(r.get(), -1);
  EXPECT_EQ(p.submit([&] { return receives(c); }).get(), -1);
}

TYPED_TEST(a_channel, that_is_closed_gives_what_is_in_it_and_takes_nothing) {
  constexpr int room = static_cast<int>(TestFixture::room);
  light_pool<> p({.capacity = 4, .carriers = 1});
  auto& c = this->c;
  for (int n = 0; n != room; ++n) EXPECT_TRUE(c.try_send(int(n)));
  auto waits = p.submit([&] { return sends(c, 98); });
  auto waits_too = p.submit([&] { return sends(c, 99); });
  let_them_go(p);
  c.close();
  EXPECT_FALSE(waits.get());
  EXPECT_FALSE(waits_too.get());
  EXPECT_FALSE(p.submit([&] { return sends(c, 97); }).get());
  EXPECT_FALSE(c.try_send(96));
  for (int n = 0; n != room; ++n) EXPECT_EQ(p.submit([&] { return receives(c); }).get(), n);
  EXPECT_EQ(p.submit([&] { return receives(c); }).get(), -1);
  EXPECT_EQ(c.try_receive(), std::nullopt);
  EXPECT_FALSE(c.try_send(95)) << "though there is room";
}

TYPED_TEST(a_channel, loses_nothing_when_receivers_are_called_off) {
  constexpr int rounds = 200;
  light_pool<> p({.capacity = 4, .carriers = 2});
  auto& c = this->c;
  int sent = 0;
  int received = 0;
  for (int round = 0; round != rounds; ++round) {
    std::stop_source stopper;
    auto first = p.submit([&] { return receives(c, stopper.get_token()); });
    std::jthread other([&] { stopper.request_stop(); });
    sent += c.try_send(1) ? 1 : 0;
    if (first.get() == 1) ++received;
    while (c.try_receive()) ++received;
  }
  EXPECT_EQ(received, sent);
}

TYPED_TEST(a_channel, is_between_plain_threads_too) {
  constexpr int items = 1000;
  light_pool<> p({.capacity = 2, .carriers = 1});
  auto& c = this->c;
  auto sum = p.submit([&]() -> coroutine<long> {
    long all = 0;
    while (const auto n = co_await c.receive()) all += *n;
    co_return all;
  });
  std::thread sender([&] {
    for (int n = 1; n <= items; ++n)
      while (!c.try_send(int(n))) std::this_thread::yield();
    c.close();
  });
  sender.join();
  EXPECT_EQ(sum.get(), items * (items + 1L) / 2);
}

}  // namespace
}  // namespace weir::tests
