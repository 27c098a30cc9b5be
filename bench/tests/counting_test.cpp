// SPDX-License-Identifier: Apache-2.0
#include "bench/contention/counting.hpp"

#include <weir/pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace weir::bench {
namespace {

std::uint64_t of(const events::counts& all, event e) { return all[static_cast<std::size_t>(e)]; }

/// What `f` makes threads do to each other.
template <class F>
events::counts counted(F f) {
  static_cast<void>(events::collect());
  f();
  return events::collect();
}

TEST(counting, an_exchange_is_lost_when_the_value_is_another) {
  const auto all = counted([] {
    counting::atomic<int> a(1);
    int expected = 1;
    EXPECT_TRUE(a.compare_exchange_strong(expected, 2, std::memory_order_relaxed, std::memory_order_relaxed));
    EXPECT_FALSE(a.compare_exchange_strong(expected, 3, std::memory_order_relaxed, std::memory_order_relaxed));
    EXPECT_EQ(expected, 2);
    expected = 4;
    EXPECT_FALSE(a.compare_exchange_weak(expected, 5, std::memory_order_relaxed, std::memory_order_relaxed));
  });
  EXPECT_EQ(of(all, event::lost_exchange), 2u);
}

TEST(counting, a_lock_is_contended_when_another_thread_holds_it) {
  std::uint64_t met = 0;
  for (int tries = 0; met == 0 && tries != 10'000; ++tries) {  // until the other one has tried before the lock is given back
    met = of(counted([] {
               counting::mutex m;
               std::atomic<bool> comes{false};
               m.lock();
               std::jthread other([&] {
                 comes = true;
                 m.lock();
                 m.unlock();
               });
               while (!comes) std::this_thread::yield();
               for (int n = 0; n != 100; ++n) std::this_thread::yield();
               m.unlock();
             }),
             event::contended_lock);
  }
  EXPECT_EQ(met, 1u);
}

TEST(counting, a_thread_that_has_ended_has_handed_over_what_it_counted) {
  const auto all = counted([] { std::jthread([] { events::count(event::posted); }).join(); });
  EXPECT_EQ(of(all, event::posted), 1u);
}

TEST(counting, a_pool_sleeps_and_is_woken_on_it) {
  const auto all = counted([] {
    weir::pool<counting> pool({.capacity = 1});
    for (int n = 0; n != 3; ++n) {
      EXPECT_EQ(pool.post([] {}), weir::post_result::accepted);
      pool.wait_idle();
    }
  });
  EXPECT_GE(of(all, event::slept), 1u);
  EXPECT_GE(of(all, event::woke_another), 1u);
}

}  // namespace
}  // namespace weir::bench
