// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using counting = pool<observer::counters>;
using small = pool<queue::bounded<1>, blocking::reject>;

template <class Balance>
class a_multi_pool : public testing::Test {};
using balances = testing::Types<balance::round_robin, balance::least_loaded>;
TYPED_TEST_SUITE(a_multi_pool, balances, numbered);

TYPED_TEST(a_multi_pool, runs_every_task_once) {
  multi_pool<counting, TypeParam> m(3, {.capacity = 1});
  std::array<std::atomic<int>, 300> ran{};
  for (auto& each : ran) give(m, [&each] { ++each; });
  m.wait_idle();
  for (const auto& each : ran) EXPECT_EQ(each, 1);
  EXPECT_EQ(m.stats().completed, 300U);
  EXPECT_EQ(m.stats().capacity, 3U);
}

TYPED_TEST(a_multi_pool, tries_the_next_when_one_is_full) {
  multi_pool<small, TypeParam> m(2, {.capacity = 1});
  std::array<hold, 2> busy;
  for (std::size_t i = 0; i != 2; ++i) busy[i].occupy(m[i]);
  give(m[0], [] {});  // full now
  std::atomic<int> ran{0};
  give(m, [&ran] { ++ran; });
  EXPECT_EQ(m.post([&ran] { ++ran; }), post_result::full);
  EXPECT_EQ(m.try_post([&ran] { ++ran; }), post_result::full);
  EXPECT_EQ(m[1].stats().queued, 1U);
  for (auto& each : busy) each.release();
  m.wait_idle();
  EXPECT_EQ(ran, 1);
}

TYPED_TEST(a_multi_pool, leaves_a_refused_task_with_its_owner) {
  multi_pool<small, TypeParam> m(2, {.capacity = 1});
  m.shutdown();
  task mine([] {});
  EXPECT_EQ(m.post(mine), post_result::closed);
  EXPECT_TRUE(mine);
}

// Also where the callable goes inside another one, which would hide that it is empty.
TYPED_TEST(a_multi_pool, refuses_an_empty_callable) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  const std::function<void()> nothing;
  EXPECT_THROW(static_cast<void>(m.post(nothing, context(1))), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(m.submit(nothing)), std::invalid_argument);
}

/// A Discard that keeps the last task it was given.
struct keep_one {
  static inline task kept;
  void operator()(task t) const { kept = std::move(t); }
};

TYPED_TEST(a_multi_pool, says_nothing_of_a_task_that_its_discard_keeps) {
  multi_pool<pool<queue::bounded<1>, blocking::discard_newest_to<keep_one>>, TypeParam> m(1, {.capacity = 1});
  hold busy;
  busy.occupy(m);
  give(m, [] {});  // full now
  auto result = m.submit([] { return 42; });
  ASSERT_TRUE(keep_one::kept);
  EXPECT_FALSE(result.ready());
  keep_one::kept();
  keep_one::kept.reset();
  EXPECT_EQ(result.get(), 42);
}

TYPED_TEST(a_multi_pool, gives_results) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  EXPECT_EQ(m.submit([] { return 42; }).get(), 42);
  EXPECT_THROW(m.submit([] { throw std::domain_error("on purpose"); }).get(), std::domain_error);
  m.shutdown();
  try {
    m.submit([] {}).get();
    ADD_FAILURE();
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::closed);
  }
}

// From pool to pool and back: none of them is idle for longer than its neighbour needs to post.
TYPED_TEST(a_multi_pool, is_idle_only_when_all_its_pools_are) {
  multi_pool<thread_pool, TypeParam> m(3, {.capacity = 1});
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> ran{0};
    struct chain {
      decltype(m)& pools;
      std::atomic<int>& ran;
      int left;
      void operator()() const {
        ++ran;
        if (left != 0) give(pools, chain{pools, ran, left - 1});
      }
    };
    give(m, chain{m, ran, 100});
    m.wait_idle();
    ASSERT_EQ(ran, 101);
  }
  EXPECT_TRUE(m.wait_idle_for(patience));
  hold busy;
  busy.occupy(m);
  EXPECT_FALSE(m.wait_idle_for(std::chrono::milliseconds(1)));
}

TYPED_TEST(a_multi_pool, pauses_all) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  std::atomic<int> ran{0};
  {
    const auto paused = m.pause();
    ASSERT_EQ(paused.size(), 2U);
    for (int n = 0; n < 4; ++n) give(m, [&ran] { ++ran; });
    EXPECT_EQ(m.stats().queued, 4U);
    EXPECT_EQ(m.purge().size(), 4U);
    give(m, [&ran] { ++ran; });
  }
  m.wait_idle();
  EXPECT_EQ(ran, 1);
}

TYPED_TEST(a_multi_pool, resizes_all_or_none) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  m.resize(0, 3);
  EXPECT_EQ(m.stats().capacity, 6U);
  EXPECT_THROW(m.resize(2, 1), std::invalid_argument);
  EXPECT_EQ(m.stats().capacity, 6U);
}

/// A pool of which one throws when it is resized, before or after its limits have changed.
struct stubborn : thread_pool {
  using thread_pool::thread_pool;
  static inline const stubborn* throws = nullptr;
  static inline bool changed_before = false;
  void resize(unsigned min_workers, unsigned capacity) {
    if (throws == this && !changed_before) {
      throws = nullptr;
      throw std::bad_alloc();
    }
    thread_pool::resize(min_workers, capacity);
    if (std::exchange(throws, throws == this ? nullptr : throws) == this) throw std::bad_alloc();
  }
};

TYPED_TEST(a_multi_pool, keeps_its_limits_when_one_cannot_be_resized) {
  for (const bool changed : {false, true}) {
    for (std::size_t k = 0; k != 3; ++k) {
      multi_pool<stubborn, TypeParam> m(3, {.capacity = 4, .min_workers = 2});
      stubborn::throws = &m[k];
      stubborn::changed_before = changed;
      EXPECT_THROW(m.resize(3, 5), std::bad_alloc);
      for (std::size_t i = 0; i != 3; ++i) {
        EXPECT_EQ(m[i].stats().capacity, 4U);
        EXPECT_EQ(m[i].stats().min_workers, 2U);
      }
      m.resize(3, 5);
      EXPECT_EQ(m.stats().capacity, 15U);
    }
  }
}

// It is in no pool's task, whatever other task is run by hand around it.
TYPED_TEST(a_multi_pool, gives_results_to_a_task_that_is_run_by_hand) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  int got = 0;
  auto mine = [&] {
    const auto paused = m.pause();
    static_cast<void>(m.post([&] { got = m.submit([] { return 7; }).get(); }, context(1)));
    return m.purge();
  }();
  ASSERT_EQ(mine.size(), 1U);
  mine[0]();
  EXPECT_EQ(got, 7);
}

TYPED_TEST(a_multi_pool, helps_a_task_group) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  std::atomic<int> ran{0};
  task_group g(m);
  for (int n = 0; n < 100; ++n) g.run([&ran] { ++ran; });
  g.wait();
  EXPECT_EQ(ran, 100);
}

/// Sends the first task to pool 1 and holds the second, after its turn was counted and before it is with pool 0.
struct slow_second {
  static inline event* chosen = nullptr;
  static inline event* resume = nullptr;
  template <class Pools>
  static std::size_t choose(const Pools&, std::uint64_t turn) {
    if (turn == 0) return 1;
    chosen->set();
    resume->wait();
    return 0;
  }
};

TEST(a_multi_pool_of_my_own, takes_timers) {
  multi_pool<thread_pool> p(2, {.capacity = 1});
  std::atomic<int> later = 0;
  EXPECT_EQ(post_after(p, std::chrono::milliseconds(1), [&] { ++later; }), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(later, 1);
  std::atomic<int> ticks = 0;
  auto tick = post_every(p, std::chrono::milliseconds(1), [&] { ++ticks; });
  while (ticks < 3) std::this_thread::yield();
  tick.stop();
  tick.wait();
  p.shutdown();
  EXPECT_EQ(post_after(p, std::chrono::milliseconds(1), [&] { ++later; }), post_result::closed);
  p.join();
  EXPECT_EQ(later, 1);
}

TEST(a_multi_pool_of_my_own, is_not_idle_while_a_task_is_between_two_pools) {
  event chosen;
  event resume;
  event may_end;
  event idle;
  slow_second::chosen = &chosen;
  slow_second::resume = &resume;
  multi_pool<thread_pool, slow_second> m(2, {.capacity = 1});
  give(m, [&] { give(m, [&] { may_end.wait(); }); });
  ASSERT_TRUE(chosen.wait_for());
  std::thread waiter([&] {
    m.wait_idle();
    idle.set();
  });
  constexpr std::chrono::milliseconds a_moment{20};
  EXPECT_FALSE(idle.wait_for(a_moment));  // pool 0 has been found idle, pool 1 is waited for
  resume.set();
  EXPECT_FALSE(idle.wait_for(a_moment));
  may_end.set();
  EXPECT_TRUE(idle.wait_for());
  waiter.join();
}

TEST(a_multi_pool_of_round_robin, takes_turns) {
  multi_pool<counting> m(3, {.capacity = 1});
  for (int n = 0; n < 30; ++n) give(m, [] {});
  m.wait_idle();
  for (std::size_t i = 0; i != m.size(); ++i) EXPECT_EQ(m[i].stats().accepted, 10U);
}

TEST(a_multi_pool_of_least_loaded, spares_the_busy) {
  multi_pool<counting, balance::least_loaded> m(3, {.capacity = 1});
  std::array<hold, 2> busy;
  busy[0].occupy(m[0]);
  busy[1].occupy(m[2]);
  for (int n = 0; n < 30; ++n) {
    give(m, [] {});
    m[1].wait_idle();
  }
  EXPECT_EQ(m[1].stats().accepted, 30U);
}

// None of them is free, and the last one looked at is not the least.
TEST(a_multi_pool_of_least_loaded, spares_the_busier) {
  multi_pool<counting, balance::least_loaded> m(3, {.capacity = 1});
  std::array<hold, 3> busy;
  for (std::size_t i = 0; i != 3; ++i) {
    busy[i].occupy(m[i]);
    if (i != 1) give(m[i], [] {}), give(m[i], [] {});
  }
  give(m, [] {});
  EXPECT_EQ(m[1].stats().queued, 1U);
}

}  // namespace
}  // namespace weir::tests
