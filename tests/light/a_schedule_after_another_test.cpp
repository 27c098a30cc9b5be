// SPDX-License-Identifier: Apache-2.0
// co_await pool.schedule() where the coroutine is in that pool already, and a schedule() with a name, which is awaited more than once.
#include <weir/async_semaphore.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/foreign.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace weir::tests {
namespace {

class a_schedule_after_another : public testing::Test {
 protected:
  thread_pool threads{{.capacity = 1}};
  light_pool<> light{{.capacity = 100, .carriers = 1}};
  const std::thread::id there = threads.submit(here).get();
  const std::thread::id home = light.submit(here).get();
};

TEST_F(a_schedule_after_another, where_the_coroutine_is_a_visitor_already_lets_it_continue) {
  thread_pool mine({.capacity = 1});
  const auto visits_twice = [&]() -> coroutine<> {
    const post_result first = co_await threads.schedule();
    EXPECT_EQ(first, post_result::accepted);
    EXPECT_EQ(here(), there);
    const post_result again = co_await threads.schedule();
    EXPECT_EQ(again, post_result::accepted);
    EXPECT_EQ(here(), there) << "it did not go home";
  };
  mine.submit(visits_twice).get();
  light.submit(visits_twice).get();
}

TEST_F(a_schedule_after_another, of_the_pool_whose_worker_runs_it_for_another_lets_it_continue) {
  pool<queue::bounded<1>, blocking::caller_runs> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  threads
      .submit([&] {
        give(full, [&]() -> coroutine<> {
          EXPECT_EQ(here(), there) << "the caller runs it";
          const post_result answer = co_await threads.schedule();
          EXPECT_EQ(answer, post_result::accepted);
          EXPECT_EQ(here(), there);
        });
      })
      .get();
  held.release();
  full.wait_idle();
}

// The awaiter has a name, so the second wait is the same object.
TEST_F(a_schedule_after_another, may_be_awaited_again) {
  pool<queue::bounded<1>, blocking::reject> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  light
      .submit([&]() -> coroutine<> {
        auto hop = full.schedule();
        const post_result when_full = co_await hop;
        EXPECT_EQ(when_full, post_result::full);
        EXPECT_EQ(here(), home);
        held.release();
        while (full.stats().idle == 0) co_await yield();
        const post_result when_free = co_await hop;
        EXPECT_EQ(when_free, post_result::accepted);
        EXPECT_NE(here(), home);
        co_await yield();
        hold again;
        again.occupy(full);
        give(full, [] {});
        const post_result when_full_again = co_await hop;
        EXPECT_EQ(when_full_again, post_result::full);
        again.release();
      })
      .get();
}

TEST_F(a_schedule_after_another, of_a_coroutine_of_others_has_forgotten_the_one_of_ours) {
  pool<queue::bounded<1>> full({.capacity = 1});
  auto hop = full.schedule();
  event at_home, over;
  async_semaphore go(0);
  auto ours = light.submit([&]() -> coroutine<> {
    static_cast<void>(co_await hop);
    co_await yield();
    at_home.set();
    co_await go.acquire();
  });
  EXPECT_TRUE(at_home.wait_for());
  hold held;
  held.occupy(full);
  give(full, [] {});
  const auto visits = [&](std::thread::id own) -> foreign {
    const post_result answer = co_await engine::at_its_place<decltype(hop)>{hop};  // g++ 12 would copy it
    EXPECT_EQ(answer, post_result::closed);
    EXPECT_EQ(here(), own);
    over.set();
  };
  std::thread caller([&] { visits(here()); });
  EXPECT_TRUE(eventually([&] { return full.stats().waiting == 1; }));
  full.shutdown();
  EXPECT_TRUE(over.wait_for());
  caller.join();
  go.release();
  EXPECT_TRUE(ours.wait_for(patience));
}

TEST_F(a_schedule_after_another, that_was_refused_once_is_handed_back_like_any_other) {
  pool<queue::bounded<1>, blocking::reject> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  post_result second = post_result::accepted;
  auto left = light.submit([&]() -> coroutine<> {
    auto hop = full.schedule();
    const post_result first = co_await hop;
    EXPECT_EQ(first, post_result::full);
    static_cast<void>(full.purge());  // there is room in the queue
    second = co_await hop;
    EXPECT_EQ(here(), home);
  });
  ASSERT_TRUE(eventually([&] { return full.stats().queued == 1 && light.stats().suspended == 1; }));
  EXPECT_EQ(full.stop().size(), 1U);
  EXPECT_TRUE(left.wait_for(patience));
  EXPECT_EQ(second, post_result::cancelled);
  held.release();
}

TEST_F(a_schedule_after_another, waits_for_room_as_often_as_it_is_awaited) {
  pool<queue::bounded<1>> full({.capacity = 1});
  const auto inside = full.submit(here).get();
  auto away = light.submit([&]() -> coroutine<> {
    auto hop = full.schedule();
    for (int lap = 0; lap != 100; ++lap) {
      hold held;
      held.occupy(full);
      give(full, [] {});
      auto releases = threads.submit([&] {
        while (full.stats().waiting == 0) std::this_thread::yield();
        held.release();
      });
      const post_result answer = co_await hop;
      EXPECT_EQ(answer, post_result::accepted);
      EXPECT_EQ(here(), inside);
      co_await yield();
      releases.get();
    }
  });
  EXPECT_TRUE(away.wait_for(patience));
}

TEST_F(a_schedule_after_another, that_was_answered_while_it_waited_for_room_posts_anew) {
  pool<queue::bounded<1>> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  async_semaphore opened(0);
  auto away = light.submit([&]() -> coroutine<> {
    auto hop = full.schedule();
    const post_result first = co_await hop;
    EXPECT_EQ(first, post_result::closed);
    co_await opened.acquire();
    const post_result second = co_await hop;
    EXPECT_EQ(second, post_result::accepted);
    EXPECT_NE(here(), home);
  });
  ASSERT_TRUE(eventually([&] { return full.stats().waiting == 1; }));
  full.shutdown();
  held.release();
  full.join();
  EXPECT_TRUE(full.restart());
  opened.release();
  EXPECT_TRUE(away.wait_for(patience));
}

}  // namespace
}  // namespace weir::tests
