// SPDX-License-Identifier: Apache-2.0
// What becomes of a coroutine that waits for room: its task runs, its answer is counted, and it goes on once.
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/short_of_memory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <optional>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

// Volatile: clang++ takes the thread to be the same after a co_await.
std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

/// A coroutine of a pool of its own that posts a task to `to`, and what comes of it.
template <class Pool>
struct submitter {
  pool<> home{{.capacity = 1}};
  std::optional<post_result> answer;
  std::atomic<bool> threw = false;
  event answered;

  void begin(Pool& to) {
    give(home, [this, &to]() -> coroutine<> {
      auto nothing = [] {};
      try {
        answer = co_await to.async_post(std::move(nothing));
      } catch (const std::bad_alloc&) {
        threw = true;
      }
      answered.set();
    });
    ASSERT_TRUE(eventually([&] { return to.stats().waiting == 1; }));
  }
};

class a_coroutine_in_line_of_a_pool_that_counts : public testing::Test {
 protected:
  using counting = pool<queue::bounded<1>, observer::counters>;
  counting p{{.capacity = 1}};
  submitter<counting> s;
  hold busy;

  void SetUp() override {
    busy.occupy(p);
    give(p, [] {});
    s.begin(p);
    EXPECT_EQ(p.stats().accepted, 2U);
  }
};

TEST_F(a_coroutine_in_line_of_a_pool_that_counts, is_counted_when_it_is_answered) {
  busy.release();
  EXPECT_TRUE(s.answered.wait_for());
  EXPECT_EQ(s.answer, post_result::accepted);
  EXPECT_EQ(p.stats().accepted, 3U);
  EXPECT_EQ(p.stats().refused, 0U);
  p.wait_idle();
}

TEST_F(a_coroutine_in_line_of_a_pool_that_counts, is_counted_when_it_is_refused) {
  p.shutdown();
  EXPECT_TRUE(s.answered.wait_for());
  EXPECT_EQ(s.answer, post_result::closed);
  EXPECT_EQ(p.stats().accepted, 2U);
  EXPECT_EQ(p.stats().refused, 1U);
}

TEST(a_coroutine_in_line, gets_what_the_queue_throws) {
  pool<short_of_memory> p({.capacity = 1});
  submitter<pool<short_of_memory>> s;
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  s.begin(p);
  short_of_memory::now = true;
  busy.release();
  EXPECT_TRUE(s.answered.wait_for());
  short_of_memory::now = false;
  EXPECT_TRUE(s.threw);
  p.wait_idle();
}

TEST(a_coroutine_that_schedules_itself, goes_on_there_when_there_is_room) {
  pool<> home({.capacity = 1});
  pool<queue::bounded<1>> p({.capacity = 1});
  const std::thread::id there = p.run(here);
  home.submit([&]() -> coroutine<> {
        const post_result answer = co_await p.schedule();
        EXPECT_EQ(answer, post_result::accepted);
        EXPECT_EQ(here(), there);
      })
      .get();
  EXPECT_EQ(p.stats().waiting, 0U);
}

// It waits again at once, and nothing but the permit ends that wait.
TEST(a_coroutine_that_schedules_itself, goes_on_once_after_it_has_waited_for_room) {
  pool<> home({.capacity = 1});
  pool<queue::bounded<1>> p({.capacity = 1});
  const std::thread::id there = p.run(here);
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  async_semaphore permits(0);
  event arrived;
  std::atomic<int> turns = 0;
  give(home, [&]() -> coroutine<> {
    static_cast<void>(co_await p.schedule());
    EXPECT_EQ(here(), there);
    ++turns;
    arrived.set();
    co_await permits.acquire();
    ++turns;
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  busy.release();
  EXPECT_TRUE(arrived.wait_for());
  p.wait_idle();
  home.run([] {});
  EXPECT_EQ(turns, 1);
  permits.release();
  home.wait_idle();
  EXPECT_EQ(turns, 2);
}

// At first it waits for the queue to be half empty, and after a while for any room.
TEST(a_thread_in_line, gets_one_place_when_it_has_waited_for_a_while) {
  pool<queue::bounded<8>> p({.capacity = 1});
  hold first, second;
  first.occupy(p);
  give(p, second.task());
  for (int n = 0; n != 7; ++n) give(p, [] {});
  event accepted;
  std::thread poster([&] {
    give(p, [] {});
    accepted.set();
  });
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  EXPECT_FALSE(p.wait_idle_for(20ms));
  first.release();
  EXPECT_TRUE(accepted.wait_for()) << "one place is free";
  second.release();
  poster.join();
}

TEST(coroutines_in_line, are_served_once_each_by_many_workers) {
  pool<queue::none> p({.capacity = 4});
  pool<> home({.capacity = 2});
  std::atomic<int> ran = 0;
  for (int n = 0; n != 300; ++n) {
    give(home, [&]() -> coroutine<> {
      for (int turn = 0; turn != 20; ++turn) {
        auto task = [&] { ++ran; };
        const post_result answer = co_await p.async_post(std::move(task));
        EXPECT_EQ(answer, post_result::accepted);
      }
    });
  }
  home.wait_idle();
  p.wait_idle();
  EXPECT_EQ(ran, 6'000);
}

TEST(coroutines_that_are_ready, take_turns_with_the_tasks_of_their_pool) {
  pool<> p({.capacity = 1});
  async_semaphore permits(0);
  std::string order;
  for (int n = 0; n != 4; ++n) {
    give(p, [&]() -> coroutine<> {
      co_await permits.acquire();
      order += 'c';
    });
  }
  ASSERT_TRUE(eventually([&] { return p.stats().suspended == 4; }));
  hold busy;
  busy.occupy(p);
  for (int n = 0; n != 8; ++n) give(p, [&] { order += 't'; });
  for (int n = 0; n != 4; ++n) permits.release();
  busy.release();
  p.wait_idle();
  const std::string shared = order.substr(0, order.rfind('c') + 1);
  EXPECT_EQ(shared.find("tt"), std::string::npos) << order;
  EXPECT_EQ(shared.find("cc"), std::string::npos) << order;
}

}  // namespace
}  // namespace weir::tests
