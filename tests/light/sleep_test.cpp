// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

TEST(a_sleep, lasts_at_least_as_long_as_it_should) {
  light_pool<> p({.capacity = 100, .carriers = 2});
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

TEST(a_sleep, may_be_over_before_it_begins) {
  light_pool<> p({.carriers = 1});
  p.submit([]() -> coroutine<> {
     co_await sleep_until(clock::now() - 1h);
     co_await sleep_for(0ns);
     co_await sleep_for(-1h);
   }).get();
}

TEST(a_sleep, ends_in_time_though_the_other_carrier_is_busy) {
  light_pool<> p({.capacity = 3, .carriers = 2});
  event woke;
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(2ms);
    EXPECT_TRUE(woke.wait_for()) << "the other sleeper is left to this carrier, which blocks";
  });
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(3ms);
    woke.set();
  });
  p.wait_idle();
}

TEST(a_sleep, that_is_the_earliest_wakes_a_carrier_that_would_sleep_longer) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  std::stop_source stopper;
  give(p, [&]() -> coroutine<> { EXPECT_FALSE(co_await sleep_for(1h, stopper.get_token())); });
  p.submit([]() -> coroutine<> { co_await sleep_for(1ms); }).get();
  stopper.request_stop();
  p.wait_idle();
}

// The other carrier keeps the time, and sleeps until nothing is due for an hour. It has to be told.
TEST(a_sleep, that_is_the_earliest_is_told_to_the_carrier_that_keeps_the_time) {
  light_pool<> p({.capacity = 2, .carriers = 2});
  std::stop_source stopper;
  give(p, [&]() -> coroutine<> { EXPECT_FALSE(co_await sleep_for(1h, stopper.get_token())); });
  for (int round = 0; round != 20; ++round) {
    const auto slept = p.submit([]() -> coroutine<> { co_await sleep_for(300us); });
    ASSERT_TRUE(slept.wait_for(patience)) << "in round " << round;
  }
  stopper.request_stop();
  p.wait_idle();
}

TEST(a_sleep, ends_in_time_though_others_are_always_ready) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  bool woke = false;  // all of this happens on one thread
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(100us);
    woke = true;
  });
  give(p, [&]() -> coroutine<> {
    const auto end = clock::now() + patience;
    while (!woke && clock::now() < end) co_await yield();
    EXPECT_TRUE(woke);
  });
  p.wait_idle();
}

TEST(a_stop, ends_a_sleep) {
  light_pool<> p({.capacity = 1000, .carriers = 2});
  std::stop_source stopper;
  tally asleep;
  std::vector<future<bool>> slept;
  for (int n = 0; n != 1000; ++n) {
    slept.push_back(p.submit([&]() -> coroutine<bool> {
      asleep.add();
      const bool first = co_await sleep_for(1h, stopper.get_token());
      const bool second = co_await sleep_for(1h, stopper.get_token());  // it has stopped already
      co_await sleep_for(1us);                                          // and this has nothing to do with it
      co_return first || second;
    }));
  }
  ASSERT_TRUE(asleep.reaches(1000));
  stopper.request_stop();
  for (auto& s : slept) EXPECT_FALSE(s.get());
}

TEST(a_stop, ends_a_sleep_that_is_awaited_again) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  p.submit([]() -> coroutine<> {
     std::stop_source stopper;
     auto nap = sleep_for(0ms, stopper.get_token());
     const bool passed = co_await nap;
     EXPECT_TRUE(passed);
     stopper.request_stop();
     const bool passed_again = co_await nap;
     EXPECT_FALSE(passed_again);
   }).get();
}

TEST(a_stop, that_never_comes_changes_nothing) {
  light_pool<> p({.carriers = 1});
  std::stop_source stopper;
  for (int round = 0; round != 3; ++round)
    EXPECT_TRUE(p.submit([&]() -> coroutine<bool> { co_return co_await sleep_for(1us, stopper.get_token()); }).get());
}

TEST(a_stop, races_with_the_clock_and_one_of_them_wins) {
  light_pool<> p({.capacity = 8, .carriers = 2});
  for (int round = 0; round != 200; ++round) {
    std::stop_source stopper;
    auto slept = p.submit([&]() -> coroutine<bool> { co_return co_await sleep_for(70us, stopper.get_token()); });
    std::jthread other([&] { stopper.request_stop(); });
    static_cast<void>(slept.get());
  }
}

}  // namespace
}  // namespace weir::tests
