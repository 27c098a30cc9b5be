// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

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
  hold busy;
  busy.occupy(m);
  EXPECT_FALSE(m.wait_idle_for(std::chrono::milliseconds(1)));
}

TYPED_TEST(a_multi_pool, pauses_all) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  std::atomic<int> ran{0};
  {
    const auto paused = m.pause();
    for (int n = 0; n < 4; ++n) give(m, [&ran] { ++ran; });
    EXPECT_EQ(m.stats().queued, 4U);
    EXPECT_EQ(m.purge().size(), 4U);
    give(m, [&ran] { ++ran; });
  }
  m.wait_idle();
  EXPECT_EQ(ran, 1);
}

TYPED_TEST(a_multi_pool, ends_and_begins_as_one) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  EXPECT_FALSE(m.restart());
  EXPECT_FALSE(m.join_for(std::chrono::milliseconds(1)));
  std::array<hold, 2> busy;
  for (std::size_t i = 0; i != 2; ++i) busy[i].occupy(m[i]);
  for (int n = 0; n < 5; ++n) give(m, [] {});
  EXPECT_EQ(m.stop().size(), 5U);
  EXPECT_EQ(m.state(), run_state::closing);
  for (auto& each : busy) each.release();
  m.join();
  EXPECT_EQ(m.state(), run_state::stopped);
  EXPECT_EQ(m.post([] {}), post_result::closed);
  EXPECT_TRUE(m.restart());
  give(m, [] {});
  m.wait_idle();
}

TYPED_TEST(a_multi_pool, resizes_all_or_none) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  m.resize(0, 3);
  EXPECT_EQ(m.stats().capacity, 6U);
  EXPECT_THROW(m.resize(2, 1), std::invalid_argument);
  EXPECT_EQ(m.stats().capacity, 6U);
}

TYPED_TEST(a_multi_pool, helps_a_task_group) {
  multi_pool<thread_pool, TypeParam> m(2, {.capacity = 1});
  std::atomic<int> ran{0};
  task_group g(m);
  for (int n = 0; n < 100; ++n) g.run([&ran] { ++ran; });
  g.wait();
  EXPECT_EQ(ran, 100);
}

TYPED_TEST(a_multi_pool, lets_its_tasks_post_while_it_is_destroyed) {
  event begun;
  event ending;
  std::atomic<int> refused{0};
  auto m = std::make_unique<multi_pool<thread_pool, TypeParam>>(3, options{.capacity = 1});
  auto& pools = *m;
  give(pools[2], [&] {
    begun.set();
    while (pools.state() == run_state::open) std::this_thread::yield();
    for (int n = 0; n < 10; ++n) refused += pools.post([] {}) == post_result::closed ? 1 : 0;
  });
  ASSERT_TRUE(begun.wait_for());
  m.reset();
  EXPECT_EQ(refused, 10);
}

/// Sends the first task to pool 1 and holds the second, after its turn was counted and before it is with pool 0.
struct slow_second {
  static inline event* chosen = nullptr;
  static inline event* go_on = nullptr;
  template <class Pools>
  static std::size_t choose(const Pools&, std::uint64_t turn) {
    if (turn == 0) return 1;
    chosen->set();
    go_on->wait();
    return 0;
  }
};

TEST(a_multi_pool_of_my_own, is_not_idle_while_a_task_is_between_two_pools) {
  event chosen;
  event go_on;
  event may_end;
  event idle;
  slow_second::chosen = &chosen;
  slow_second::go_on = &go_on;
  multi_pool<thread_pool, slow_second> m(2, {.capacity = 1});
  give(m, [&] { give(m, [&] { may_end.wait(); }); });
  ASSERT_TRUE(chosen.wait_for());
  std::thread waiter([&] {
    m.wait_idle();
    idle.set();
  });
  constexpr std::chrono::milliseconds a_moment{20};
  EXPECT_FALSE(idle.wait_for(a_moment));  // pool 0 has been found idle, pool 1 is waited for
  go_on.set();
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

/// A pool of which the k-th cannot be made.
struct fragile : thread_pool {
  static inline int alive = 0;
  static inline int fails_at = 0;
  explicit fragile(const options& o) : thread_pool(o) {
    if (alive == fails_at) throw std::runtime_error("on purpose");
    ++alive;
  }
  ~fragile() { --alive; }
};

TEST(a_multi_pool_that_cannot_be_made, leaves_nothing_behind) {
  for (int k = 0; k < 4; ++k) {
    fragile::fails_at = k;
    EXPECT_THROW(multi_pool<fragile>(4), std::runtime_error);
    EXPECT_EQ(fragile::alive, 0);
  }
  fragile::fails_at = 4;
  EXPECT_EQ(multi_pool<fragile>(4).size(), 4U);
  EXPECT_EQ(fragile::alive, 0);
  EXPECT_THROW(multi_pool<fragile>(0), std::invalid_argument);
}

}  // namespace
}  // namespace weir::tests
