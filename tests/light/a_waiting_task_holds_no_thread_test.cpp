// SPDX-License-Identifier: Apache-2.0
#include <weir/channel.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(a_waiting_task, lets_a_thousand_others_begin_on_its_thread) {
  constexpr int tasks = 1000;
  int begun = 0;  // all of this happens on one thread
  light_pool<> p({.capacity = tasks, .carriers = 1});
  for (int n = 0; n != tasks; ++n) {
    give(p, [&]() -> coroutine<> {
      ++begun;
      while (begun != tasks) co_await yield();
    });
  }
  p.wait_idle();
  EXPECT_EQ(begun, tasks);
}

// The workers are shared out to the carriers, of which one is held up. The other one is always busy with those that belong to it.
TEST(a_waiting_task, gets_its_turn_though_its_carrier_is_held_up) {
  constexpr int tasks = 3;
  constexpr int enough_turns = 3;
  light_pool<> p({.capacity = tasks + 1, .carriers = 2});
  event begun;
  event ended;
  give(p, [&] {
    begun.set();
    EXPECT_TRUE(ended.wait_for());
  });
  ASSERT_TRUE(begun.wait_for());
  int came = 0;  // all on the one carrier that is left
  int had_their_turns = 0;
  for (int n = 0; n != tasks; ++n) {
    give(p, [&]() -> coroutine<> {
      ++came;
      while (came != tasks) co_await yield();
      for (int turns = 0; turns != enough_turns; ++turns) co_await yield();
      if (++had_their_turns == tasks) ended.set();
      while (!ended.happened() && had_their_turns != tasks) co_await yield();
    });
  }
  p.wait_idle();
}

TEST(a_waiting_task, keeps_its_place) {
  int in_flight = 0;
  int most = 0;
  light_pool<queue::bounded<4>> p({.capacity = 3, .carriers = 1});
  for (int n = 0; n != 20; ++n) {
    give(p, [&]() -> coroutine<> {
      most = std::max(most, ++in_flight);
      for (int turns = 0; turns != 5; ++turns) co_await yield();
      --in_flight;
    });
  }
  p.wait_idle();
  EXPECT_EQ(most, 3);
  EXPECT_EQ(in_flight, 0);
  EXPECT_EQ(p.stats().capacity, 3U);
}

TEST(a_waiting_task, is_counted_as_running) {
  bool resume = false;
  event waits;
  light_pool<queue::none> p({.capacity = 2, .carriers = 1});
  give(p, [&]() -> coroutine<> {
    waits.set();
    while (!resume) co_await yield();
  });
  ASSERT_TRUE(waits.wait_for());
  EXPECT_EQ(p.stats().running, 1U);
  EXPECT_FALSE(p.wait_idle_for(1ms));
  give(p, [&] { resume = true; });  // no coroutine; the one carrier runs it between two turns of the other
  p.wait_idle();
  EXPECT_EQ(p.stats().running, 0U);
}

TEST(a_waiting_task, ends_before_its_pool_does) {
  bool ended = false;
  {
    light_pool<> p({.capacity = 1, .carriers = 1});
    give(p, [&]() -> coroutine<> {
      co_await sleep_for(5ms);
      ended = true;
    });
  }
  EXPECT_TRUE(ended);
}

TEST(a_waiting_task, is_not_handed_back_by_stop_but_those_behind_it_are) {
  bool ended = false;
  std::atomic<bool> resume = false;
  event waits;
  light_pool<> p({.capacity = 1, .carriers = 2});
  give(p, [&]() -> coroutine<> {
    waits.set();
    while (!resume) co_await sleep_for(100us);
    ended = true;
  });
  ASSERT_TRUE(waits.wait_for());
  give(p, [&]() -> coroutine<> {
    co_await sleep_for(1ms);
    ADD_FAILURE() << "ran though it was handed back";
  });
  give(p, [&] { resume = true; });
  auto rest = p.stop();
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_FALSE(p.join_for(1ms));
  EXPECT_THROW(rest[0](), std::logic_error) << "here it cannot wait";
  rest[1]();  // no coroutine: it lets the first one end
  p.join();
  EXPECT_TRUE(ended);
  EXPECT_TRUE(p.restart());
  EXPECT_EQ(p.submit([]() -> coroutine<int> {
               co_await yield();
               co_return 1;
             }).get(),
            1);
}

/// A task that the pool took and has not run.
template <class F>
task taken_back(light_pool<>& p, F&& f) {
  const auto still = p.pause();
  give(p, std::forward<F>(f));
  return std::move(p.purge().at(0));
}

// As where it is called by hand: a group's tasks are not the pool's, and run to their end.
TEST(a_task_that_was_taken_back, may_be_run_by_a_group_though_it_makes_a_coroutine) {
  light_pool<> p({.capacity = 1, .carriers = 1});
  bool ended = false;
  task_group g(p);
  g.run(taken_back(p, [&]() -> coroutine<> {
    ended = true;
    co_return;
  }));
  EXPECT_EQ(g.wait(), group_result::complete);
  EXPECT_TRUE(ended);
}

TEST(a_task_that_was_taken_back, takes_no_result_of_a_coroutine_that_has_none_yet) {
  struct never {
    using resumes_at_home = void;  // not one of another library
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
  };
  static int moves;
  struct counted {
    counted() = default;
    counted(counted&&) noexcept { ++moves; }
  };
  light_pool<> p({.capacity = 1, .carriers = 1});
  task left = taken_back(p, []() -> coroutine<counted> {
    co_await never();
    co_return counted();
  });
  moves = 0;
  left();
  EXPECT_EQ(moves, 0);
}

TEST(a_waiting_task, makes_a_submitter_wait_for_its_place) {
  int ended = 0;
  light_pool<queue::none> p({.capacity = 1, .carriers = 1});
  for (int n = 0; n != 10; ++n) {
    give(p, [&]() -> coroutine<> {
      co_await sleep_for(100us);
      ++ended;
    });
  }
  p.wait_idle();
  EXPECT_EQ(ended, 10);
}

TEST(what_is_posted, may_be_a_coroutine_itself) {
  light_pool<> p({.carriers = 1});
  int sum = 0;
  const auto add = [](int& to, int n) -> coroutine<> {
    co_await yield();
    to += n;
  };
  coroutine<> two = add(sum, 2);
  EXPECT_EQ(p.post(add(sum, 1)), post_result::accepted);
  EXPECT_EQ(p.post(std::move(two)), post_result::accepted);
  EXPECT_THROW(static_cast<void>(p.post(coroutine<>())), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.post(std::function<coroutine<>()>())), std::invalid_argument);
  EXPECT_EQ(p.submit([] { return 4; }).get(), 4);
  p.wait_idle();
  EXPECT_EQ(sum, 3);
}

TEST(what_is_posted, keeps_its_captures_for_as_long_as_the_coroutine_runs) {
  light_pool<> p({.carriers = 1});
  auto owned = std::make_unique<int>(7);
  auto answer = p.submit([owned = std::move(owned)]() -> coroutine<int> {
    co_await yield();
    co_return *owned;  // the lambda's, and so the pool's
  });
  EXPECT_EQ(answer.get(), 7);
}

TEST(a_future, gets_what_the_coroutine_ends_with) {
  light_pool<> p({.carriers = 2});
  static int there = 5;
  const auto text = [](std::string s) -> coroutine<std::string> {
    co_await yield();
    co_return s + '!';
  };
  EXPECT_EQ(p.submit([&]() -> coroutine<std::string> { co_return co_await text("so") + co_await text(" be it"); }).get(), "so! be it!");
  EXPECT_EQ(&p.submit([]() -> coroutine<int&> { co_return there; }).get(), &there);
  EXPECT_EQ(*p.submit([]() -> coroutine<std::unique_ptr<int>> { co_return std::make_unique<int>(3); }).get(), 3);
  p.submit([]() -> coroutine<> { co_await sleep_for(1us); }).get();
  EXPECT_THROW(p.submit([]() -> coroutine<int> {
                  co_await yield();
                  throw std::runtime_error("no");
                }).get(),
               std::runtime_error);
}

TEST(outside_a_light_pool, nobody_can_wait) {
  const auto c = []() -> coroutine<> { co_await sleep_for(1ms); };
  light_pool<> p({.capacity = 1, .carriers = 1});
  auto guard = p.pause();
  give(p, c);
  auto taken = p.purge();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_THROW(taken[0](), std::logic_error);
  const coroutine<> by_hand = c();
  engine::root::handle(by_hand).resume();
  EXPECT_THROW(engine::root::result(by_hand), std::logic_error) << "where no pool is at all";
}

TEST(outside_a_light_pool, who_need_not_wait_has_the_answer) {
  channel<int, 1> c;
  const auto through = [&]() -> coroutine<int> {
    const bool sent = co_await c.send(4);
    const auto received = co_await c.receive();
    co_return sent ? received.value_or(-1) : -2;
  };
  const coroutine<int> by_hand = through();
  engine::root::handle(by_hand).resume();
  EXPECT_EQ(engine::root::result(by_hand), 4);
}

TEST(outside_a_light_pool, who_would_have_to_wait_stands_in_no_line) {
  channel<int> c;
  const auto sends = [&]() -> coroutine<> { co_await c.send(4); };
  const auto receives = [&]() -> coroutine<> { co_await c.receive(); };
  const coroutine<> sent = sends();
  engine::root::handle(sent).resume();
  EXPECT_THROW(engine::root::result(sent), std::logic_error);
  thread_pool threads;
  threads
      .submit([&] {
        const coroutine<> received = receives();
        engine::root::handle(received).resume();
        EXPECT_THROW(engine::root::result(received), std::logic_error) << "on a worker that is a thread";
      })
      .get();
  EXPECT_FALSE(c.try_send(1));
  EXPECT_EQ(c.try_receive(), std::nullopt);
}

}  // namespace
}  // namespace weir::tests
