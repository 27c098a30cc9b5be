// SPDX-License-Identifier: Apache-2.0
// What a pool of threads does with coroutines that wait when it is paused, resized, stopped, left alone, and begun again.
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <coroutine>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using clock = platform::native::clock;

/// Coroutines that wait until they are let go.
struct sleepers {
  std::stop_source stopper;
  tally asleep;
  tally woken;

  template <class Pool>
  void lie_down(Pool& p, int how_many) {
    const int before = asleep.count();
    for (int n = 0; n != how_many; ++n) {
      give(p, [this]() -> coroutine<> {
        asleep.add();
        static_cast<void>(co_await sleep_for(1h, stopper.get_token()));
        woken.add();
      });
    }
    ASSERT_TRUE(asleep.reaches(before + how_many));
  }
};

TEST(stats_of_a_pool_with_coroutines, count_those_that_wait_apart_from_those_that_run) {
  thread_pool p({.capacity = 2});
  EXPECT_EQ(p.stats().suspended, 0U);
  sleepers all;
  all.lie_down(p, 3);
  channel<int> never;
  give(p, [&]() -> coroutine<> { static_cast<void>(co_await never.receive()); });
  hold held;
  give(p, [&]() -> coroutine<> { co_return held.task()(); });  // one that has its turn
  ASSERT_TRUE(held.begun());
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 4; })) << p.stats().suspended;
  EXPECT_TRUE(eventually([&] { return p.stats().running == 1; })) << p.stats().running;
  EXPECT_EQ(p.stats().queued, 0U);
  held.release();
  EXPECT_FALSE(p.wait_idle_for(1ms)) << "a pool with somebody who waits is not idle";
  EXPECT_TRUE(eventually([&] { return p.stats().running == 0; }));
  EXPECT_EQ(p.stats().suspended, 4U);
  never.close();
  all.stopper.request_stop();
  p.wait_idle();
  EXPECT_EQ(p.stats().suspended, 0U);
}

TEST(stats_of_a_pool_with_coroutines, say_what_keeps_it_from_its_end) {
  thread_pool p({.capacity = 2});
  channel<int> never;
  give(p, [&]() -> coroutine<> { static_cast<void>(co_await never.receive()); });
  EXPECT_TRUE(eventually([&] { return p.stats().suspended == 1; }));
  p.shutdown();
  join_result end = p.join_for(1ms);
  EXPECT_FALSE(end);
  EXPECT_EQ(end.left.suspended, 1U);
  EXPECT_EQ(p.state(), run_state::closing);
  never.close();
  end = p.join_for(patience);
  EXPECT_TRUE(end);
  EXPECT_EQ(end.left.suspended, 0U);
  EXPECT_EQ(end.left.workers, 0U);
  EXPECT_EQ(p.state(), run_state::stopped);
}

TEST(a_stop, hands_back_what_has_not_begun_and_lets_the_others_end) {
  thread_pool p({.capacity = 1});
  sleepers all;
  all.lie_down(p, 3);
  hold held;
  held.occupy(p);
  give(p, []() -> coroutine<> {
    co_await sleep_for(1ms);
    ADD_FAILURE() << "ran though it was handed back";
  });
  bool ran = false;
  give(p, [&] { ran = true; });
  auto rest = p.stop();
  ASSERT_EQ(rest.size(), 2U);
  held.release();
  EXPECT_FALSE(p.join_for(1ms));
  EXPECT_THROW(rest[0](), std::logic_error) << "here it cannot wait";
  rest[1]();
  EXPECT_TRUE(ran);
  EXPECT_EQ(all.woken.count(), 0);
  all.stopper.request_stop();
  p.join();
  EXPECT_EQ(all.woken.count(), 3);
  ASSERT_TRUE(p.restart());
  EXPECT_EQ(p.submit([]() -> coroutine<int> {
               co_await sleep_for(100us);
               co_return 1;
             }).get(),
            1);
}

TEST(a_closed_pool, refuses_coroutines_and_gives_those_that_wait_all_their_turns) {
  pool<growth::prestart> p({.capacity = 3});  // workers without a task leave at its end too
  std::atomic<int> turns = 0;
  event begun;
  give(p, [&]() -> coroutine<> {
    begun.set();
    for (int n = 0; n != 20; ++n) {
      co_await sleep_for(100us);
      ++turns;
    }
    const auto closed = p.post([]() -> coroutine<> { co_return; });
    EXPECT_EQ(closed, post_result::closed);
  });
  ASSERT_TRUE(begun.wait_for());
  p.shutdown();
  EXPECT_EQ(p.post([]() -> coroutine<> { co_return; }), post_result::closed);
  EXPECT_TRUE(p.join_for(patience));
  EXPECT_EQ(turns, 20);
}

TEST(a_paused_pool_with_coroutines, gives_no_turns_though_their_time_comes) {
  thread_pool p({.capacity = 2});
  for (int round = 0; round != 20; ++round) {
    std::atomic<bool> woke = false;
    channel<int> c;
    std::atomic<bool> received = false;
    tally begun;
    clock::time_point due;
    give(p, [&]() -> coroutine<> {
      due = clock::now() + 2ms;
      begun.add();
      co_await sleep_until(due);
      woke = true;
    });
    give(p, [&]() -> coroutine<> {
      begun.add();
      static_cast<void>(co_await c.receive());
      received = true;
    });
    ASSERT_TRUE(begun.reaches(2));
    {
      const auto still = p.pause();
      EXPECT_EQ(p.stats().running, 0U);
      const bool before = woke;
      EXPECT_TRUE(eventually([&] { return c.try_send(1); })) << "the other one waits by now, or is about to";
      EXPECT_TRUE(eventually([&] { return clock::now() > due + 200us; }));
      EXPECT_EQ(woke, before);
      EXPECT_FALSE(received);
      EXPECT_FALSE(p.wait_idle_for(1us));
    }
    ASSERT_TRUE(p.wait_idle_for(patience)) << "in round " << round;
    EXPECT_TRUE(woke);
    EXPECT_TRUE(received);
  }
}

TEST(a_paused_pool_with_coroutines, wakes_in_time_who_is_due_after_the_pause) {
  thread_pool p({.capacity = 1});
  for (int round = 0; round != 20; ++round) {
    event begun;
    auto slept = p.submit([&]() -> coroutine<> {
      begun.set();
      co_await sleep_for(1ms);
    });
    ASSERT_TRUE(begun.wait_for());
    p.pause().resume();
    ASSERT_TRUE(slept.wait_for(patience)) << "in round " << round;
  }
}

TEST(a_pause, ends_when_the_pool_is_closed_and_sleepers_go_on) {
  thread_pool p({.capacity = 2});
  event begun, woke;
  give(p, [&]() -> coroutine<> {
    begun.set();
    co_await sleep_for(1ms);
    woke.set();
  });
  ASSERT_TRUE(begun.wait_for());
  const auto still = p.pause();
  p.shutdown();
  EXPECT_TRUE(woke.wait_for());
  EXPECT_TRUE(p.join_for(patience));
}

TEST(a_pause, begins_between_two_turns_of_a_coroutine_that_is_always_ready) {
  thread_pool p({.capacity = 2});
  std::atomic<bool> over = false;
  tally turns;
  give(p, [&]() -> coroutine<> {
    while (!over) {
      turns.add();
      co_await yield();
    }
  });
  ASSERT_TRUE(turns.reaches(1));
  event paused, resume;
  std::thread pauser([&] {
    const auto still = p.pause();
    paused.set();
    resume.wait();
  });
  EXPECT_TRUE(paused.wait_for());
  const int so_far = turns.count();
  for (int look = 0; look != 20; ++look) std::this_thread::yield();
  EXPECT_EQ(turns.count(), so_far);
  over = !paused.happened();
  resume.set();
  pauser.join();
  EXPECT_TRUE(turns.reaches(so_far + 1));
  over = true;
  p.wait_idle();
}

TEST(the_end_of_a_pool, waits_for_a_coroutine_that_a_foreign_thread_is_about_to_wake) {
  struct callback {
    std::coroutine_handle<> waiting;
    event taken;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> h) {
      waiting = h;
      taken.set();
    }
    void await_resume() const noexcept {}
  };
  for (int round = 0; round != 200; ++round) {
    callback c;
    std::atomic<bool> ended = false;
    std::thread other;
    {
      thread_pool p({.capacity = 1U + static_cast<unsigned>(round % 2)});
      other = std::thread([&] {
        c.taken.wait();
        c.waiting.resume();  // which may be the last that the pool waits for
      });
      give(p, [&]() -> coroutine<> {
        co_await c;
        ended = true;
      });
    }
    EXPECT_TRUE(ended);
    other.join();
  }
}

}  // namespace
}  // namespace weir::tests
