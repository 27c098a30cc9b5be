// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/this_task.hpp>
#include <weir/timers.hpp>

#include "tests/support/event.hpp"
#include "tests/support/refusal.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
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

template <class Pool, class F, class... Extras>
void give_after(Pool& p, std::chrono::nanoseconds d, F&& f, Extras&&... extras) {
  EXPECT_EQ(post_after(p, d, std::forward<F>(f), std::forward<Extras>(extras)...), post_result::accepted);
}

TEST(a_delayed_post, is_called_when_the_time_has_passed) {
  light_pool<> p({.capacity = 100, .carriers = 2});
  std::atomic<int> called = 0;
  for (int n = 0; n != 100; ++n) {
    give_after(p, n * 50us, [&called, n, began = clock::now()] {
      EXPECT_GE(clock::now() - began, n * 50us);
      ++called;
    });
  }
  p.wait_idle();
  EXPECT_EQ(called, 100);
}

TEST(a_delayed_post, may_make_a_coroutine_which_is_awaited) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  bool ended = false;
  give_after(p, 1us, [&, owned = std::make_unique<int>(1)]() -> coroutine<> {
    co_await sleep_for(1ms);
    ended = *owned == 1;
  });
  p.wait_idle();
  EXPECT_TRUE(ended);
}

TEST(a_delayed_post, is_called_off_by_its_token) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  std::stop_source stopper;
  give_after(
      p, 1h, [] { ADD_FAILURE(); }, stopper.get_token());
  stopper.request_stop();
  give_after(
      p, 0ns, [] { ADD_FAILURE() << "it had stopped before"; }, stopper.get_token());
  EXPECT_TRUE(p.wait_idle_for(patience));
}

TEST(a_delayed_post, takes_what_a_post_takes) {
  light_pool<queue::priority<2>> p({.capacity = 2, .carriers = 1});
  std::string seen;
  const auto look = [&] {
    if (const auto* its = this_task::context<std::string>()) seen = *its;
  };
  give_after(p, 1us, look, level{1}, context(std::string("its own")));
  p.wait_idle();
  EXPECT_EQ(seen, "its own");
}

TEST(a_delayed_post, that_is_refused_says_so) {
  light_pool<queue::none, blocking::reject> p({.capacity = 1, .carriers = 1});
  std::stop_source stopper;
  give_after(
      p, 1h, [] {}, stopper.get_token());
  EXPECT_EQ(post_after(p, 1us, [] {}), post_result::full);
  stopper.request_stop();
  p.shutdown();
  EXPECT_EQ(post_after(p, 1us, [] {}), post_result::closed);
  EXPECT_THROW(static_cast<void>(post_after(p, 1us, std::function<void()>())), std::invalid_argument);
}

std::atomic<int> panics = 0;
struct counting {
  void operator()(std::exception_ptr) const { ++panics; }
};

TEST(a_delayed_post, that_throws_is_the_panic_policys) {
  light_pool<panic::call<counting>> p({.capacity = 2, .carriers = 1});
  panics = 0;
  give_after(p, 1us, [] { throw std::runtime_error("no"); });
  give_after(p, 1us, []() -> coroutine<> {
    co_await yield();
    throw std::runtime_error("no");
  });
  p.wait_idle();
  EXPECT_EQ(panics, 2);
}

TEST(a_repetition, calls_again_and_again) {
  light_pool<> p({.capacity = 2, .carriers = 2});
  tally calls;
  std::optional<clock::time_point> first;
  const auto began = clock::now();
  const auto r = post_every(p, 1ms, [&] {
    if (!first) first = clock::now();
    calls.add();
  });
  ASSERT_TRUE(calls.reaches(5));
  EXPECT_GE(clock::now() - began, 5ms);
  EXPECT_FALSE(r.over());
}

TEST(a_repetition, calls_nobody_after_its_end) {
  light_pool<> p({.capacity = 2, .carriers = 2});
  for (int round = 0; round != 200; ++round) {
    auto target = std::make_unique<std::atomic<int>>(0);
    tally calls;
    {
      const auto r = post_every(p, 1us, [&, t = target.get()] {
        calls.add();
        ++*t;
      });
      ASSERT_TRUE(calls.reaches(1));
    }
    const int at_the_end = calls.count();
    target.reset();  // a late call would be seen by a sanitizer
    EXPECT_EQ(calls.count(), at_the_end);
    p.wait_idle();
    EXPECT_EQ(calls.count(), at_the_end);
  }
}

TEST(a_repetition, waits_at_its_end_for_the_call_that_is_under_way) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  event begun;
  bool ended = false;
  {
    const auto r = post_every(p, 1us, [&]() -> coroutine<> {
      begun.set();
      co_await sleep_for(5ms);
      ended = true;
    });
    ASSERT_TRUE(begun.wait_for());
  }
  EXPECT_TRUE(ended);
}

TEST(a_repetition, ends_at_once_though_it_has_not_got_a_place_yet) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  std::stop_source stopper;
  give_after(
      p, 1h, [] {}, stopper.get_token());
  event ended;
  std::jthread other([&] {
    {
      const auto r = post_every(p, 1us, [] { ADD_FAILURE(); });
    }
    ended.set();
  });
  EXPECT_TRUE(ended.wait_for());
  stopper.request_stop();
}

TEST(a_repetition, may_be_moved) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  tally calls;
  std::vector<repetition<light_pool<>>> kept;
  auto r = post_every(p, 1us, [&] { calls.add(); });
  kept.push_back(std::move(r));
  ASSERT_TRUE(calls.reaches(calls.count() + 3));
}

TEST(a_repetition, may_be_stopped_or_destroyed_by_what_it_calls) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  event made;
  event made_again;
  int calls = 0;
  std::optional<repetition<light_pool<>>> r;
  r.emplace(post_every(p, 1us, [&] {
    made.wait();
    ++calls;
    r.reset();
  }));
  made.set();
  EXPECT_TRUE(p.wait_idle_for(patience));
  r.emplace(post_every(p, 1us, [&] {
    made_again.wait();
    if (++calls == 3) r->stop();
  }));
  made_again.set();
  r->wait();
  EXPECT_TRUE(r->over());
  EXPECT_EQ(calls, 3);
}

TEST(a_repetition, is_not_waited_for_by_a_task_of_its_pool) {
  event made;
  event begun;
  std::optional<repetition<light_pool<>>> r;
  light_pool<> p({.capacity = 2, .carriers = 1});
  r.emplace(post_every(p, 1us, [&]() -> coroutine<> {
    made.wait();
    begun.set();
    while (r) co_await yield();  // all of this happens on one thread
  }));
  made.set();
  ASSERT_TRUE(begun.wait_for());
  EXPECT_TRUE(p.submit([&] { r.reset(); }).wait_for(patience));
}

TEST(a_repetition, that_is_refused_says_so) {
  light_pool<queue::none, blocking::reject> p({.capacity = 1, .carriers = 1});
  const auto ask = [&] { static_cast<void>(post_every(p, 1us, [] {})); };
  std::stop_source stopper;
  give_after(
      p, 1h, [] {}, stopper.get_token());
  EXPECT_EQ(refusal(ask), post_result::full);
  stopper.request_stop();
  p.shutdown();
  EXPECT_EQ(refusal(ask), post_result::closed);
  EXPECT_THROW(static_cast<void>(post_every(p, 0ns, [] {})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(post_every(p, -1ns, [] {})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(post_every(p, every{.period = 1s, .first = -1ns}, [] {})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(post_every(p, 1s, std::function<void()>())), std::invalid_argument);
}

TEST(a_repetition, ends_with_what_it_throws) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  auto r = post_every(p, 1us, [n = 0]() mutable {
    if (++n == 3) throw std::runtime_error("the third");
  });
  EXPECT_THROW(r.wait(), std::runtime_error);
  EXPECT_TRUE(r.over());
  r.wait();  // it has been said
  auto q = post_every(p, 1us, []() -> coroutine<> {
    co_await yield();
    throw not_run(post_result::full);
  });
  EXPECT_EQ(refusal([&] { q.wait(); }), post_result::full) << "its own, not the pool's";
}

TEST(a_repetition, prints_what_nobody_has_heard) {
  testing::internal::CaptureStderr();
  {
    light_pool<> p({.capacity = 2, .carriers = 1});
    const auto r = post_every(p, 1us, [] { throw std::runtime_error("unheard of"); });
    p.wait_idle();
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("unheard of"), std::string::npos);
}

TEST(a_repetition, ends_when_the_pool_does) {
  std::optional<repetition<light_pool<>>> r;
  {
    light_pool<> p({.capacity = 1, .carriers = 1});
    tally calls;
    r.emplace(post_every(p, 1us, [&] { calls.add(); }));
    ASSERT_TRUE(calls.reaches(1));
    EXPECT_EQ(p.stop().size(), 0U);
  }
  EXPECT_TRUE(r->over());
  r->wait();
  EXPECT_TRUE(r->wait_for(0s)) << "it has been waited for";
}

TEST(a_repetition, that_is_handed_back_is_over_when_the_task_is_destroyed) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  std::stop_source stopper;
  give_after(
      p, 1h, [] {}, stopper.get_token());
  auto r = post_every(p, 1us, [] { ADD_FAILURE(); });
  auto left = p.stop();
  stopper.request_stop();
  EXPECT_FALSE(r.over());
  left.clear();
  EXPECT_EQ(refusal([&] { r.wait(); }), post_result::cancelled);
}

}  // namespace
}  // namespace weir::tests
