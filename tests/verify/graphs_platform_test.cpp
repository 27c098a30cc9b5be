// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

// What threads do besides accesses, over every execution: they wait in loops and on condition variables, sleep for a time, are started, refused
// and joined, and destroy what others use.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;

/// Waits for another thread, in a loop.
struct waiting {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) return ready.store(true, std::memory_order_release);
    while (!ready.load(std::memory_order_acquire)) graphs::yield();
  }
  graphs::atomic<bool> ready;
};

TEST(GraphsPlatform, ALoopThatWaitsEndsAndGoesRoundOnceAtMost) {
  const outcome o = told<waiting>("waiting");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_LE(o.graphs, 2U);
}

/// The same, and no thread ever writes what it waits for.
struct waiting_in_vain {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) return ready.store(2, std::memory_order_release);
    while (ready.load(std::memory_order_acquire) != 1) graphs::yield();
  }
  graphs::atomic<int> ready;
};

TEST(GraphsPlatform, ALoopThatWaitsForEverIsAHang) {
  EXPECT_NE(told<waiting_in_vain>("waiting in vain").fault.find("deadlock"), std::string::npos);
}

/// Looks three times, and does without.
struct looking {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) return ready.store(1, std::memory_order_relaxed);
    for (int n = 0; n != 3; ++n)
      if (ready.load(std::memory_order_relaxed) != 0) return;
  }
  graphs::atomic<int> ready;
};

TEST(GraphsPlatform, ALoopThatCountsIsNoWait) {
  const outcome o = told<looking>("looking");
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(o.graphs, 4U) << "it sees the write at one of three looks, or not";
  EXPECT_EQ(o.blocked, 0U);
}

/// A loop under a lock.
struct waiting_with_a_lock {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) {
      graphs::unique_lock lock(m);
      ready.write() = true;
      return;
    }
    for (;;) {
      graphs::unique_lock lock(m);
      if (ready.read()) return;
    }
  }
  graphs::mutex m;
  graphs::cell<bool> ready;
};

TEST(GraphsPlatform, ALoopThatTakesALockAndLooksWaitsToo) {
  const outcome o = told<waiting_with_a_lock>("waiting with a lock");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_LE(o.graphs, 3U);
}

/// One thread waits on a condition variable for what another does.
template <bool UnderTheLock, unsigned Timeouts, unsigned Spurious>
struct sleeping {
  static constexpr int threads = 2;
  static constexpr verify::budgets budget{.timeouts = Timeouts, .spurious = Spurious};
  void thread(unsigned i) {
    if (i == 0) {
      graphs::unique_lock lock(m);
      const auto until = graphs::clock::now() + std::chrono::hours(1);
      while (!ready.load(std::memory_order_relaxed) && (Timeouts == 0 || graphs::clock::now() < until)) woken.wait_until(lock, until);
      return;
    }
    if constexpr (UnderTheLock) {
      graphs::unique_lock lock(m);
      ready.store(true, std::memory_order_relaxed);
    } else {
      ready.store(true, std::memory_order_relaxed);
    }
    woken.notify_one();
  }
  graphs::mutex m;
  graphs::condition_variable woken;
  graphs::atomic<bool> ready;
};

TEST(GraphsPlatform, ASleeperIsWokenInEveryExecution) {
  const outcome o = told<sleeping<true, 0, 0>>("sleeping");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 2U) << "it looks after the other, or sleeps and is woken";
}

TEST(GraphsPlatform, ANotificationThatIsLostIsADeadlock) {
  EXPECT_NE((told<sleeping<false, 0, 0>>("sleeping, told outside the lock").fault.find("deadlock")), std::string::npos);
}

TEST(GraphsPlatform, WaitsExpireAndEndForNoReasonWithinTheirBudgets) {
  const std::uint64_t plain = told<sleeping<true, 0, 0>>("sleeping").graphs;
  const outcome expires = told<sleeping<true, 1, 0>>("sleeping, and it may expire");
  const outcome spurious = told<sleeping<true, 0, 1>>("sleeping, and it may wake for no reason");
  EXPECT_EQ(expires.fault + spurious.fault, "");
  EXPECT_TRUE(expires.ended && spurious.ended);
  EXPECT_GT(expires.graphs, plain);
  EXPECT_GT(spurious.graphs, plain);
}

/// No thread notifies: each wait ends by its deadline.
template <unsigned Timeouts, int Waits>
struct never_notified {
  static constexpr int threads = 1;
  static constexpr verify::budgets budget{.timeouts = Timeouts};
  void thread(unsigned) {
    graphs::unique_lock lock(m);
    for (int n = 0; n != Waits; ++n) {
      const auto until = graphs::clock::now() + std::chrono::hours(1);
      while (graphs::clock::now() < until) woken.wait_until(lock, until);
    }
  }
  graphs::mutex m;
  graphs::condition_variable woken;
};

TEST(GraphsPlatform, AWaitThatMayStillExpireIsNoDeadlock) {
  const outcome once = told<never_notified<1, 1>>("one wait that may expire"), twice = told<never_notified<2, 2>>("two");
  EXPECT_EQ(once.fault + twice.fault, "");
  EXPECT_TRUE(once.ended && twice.ended);
  EXPECT_EQ(once.graphs + twice.graphs, 2U) << "all of them expire";
  EXPECT_NE((told<never_notified<0, 1>>("one that may not expire").fault.find("deadlock")), std::string::npos);
  EXPECT_NE((told<never_notified<1, 2>>("two of which one may expire").fault.find("deadlock")), std::string::npos);
}

/// Two sleepers and one notification for each.
template <int Notifications>
struct two_sleepers {
  static constexpr int threads = 3;
  void thread(unsigned i) {
    if (i == 2) {
      for (int n = 0; n != Notifications; ++n) {
        {
          graphs::unique_lock lock(m);
          ++tickets.write();
        }
        woken.notify_one();
      }
      return;
    }
    graphs::unique_lock lock(m);
    while (tickets.read() == 0) woken.wait(lock);
    --tickets.write();
  }
  graphs::mutex m;
  graphs::condition_variable woken;
  graphs::cell<int> tickets;
};

TEST(GraphsPlatform, EachNotificationWakesOneSleeper) {
  const outcome o = told<two_sleepers<2>>("two sleepers");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_NE(told<two_sleepers<1>>("two sleepers, one ticket").fault.find("deadlock"), std::string::npos);
}

/// A thread starts others, which may be refused.
struct starting {
  static constexpr int threads = 1;
  static constexpr verify::budgets budget{.spawn_faults = 1};
  void thread(unsigned) {
    graphs::thread started[2];
    int expected = 0;
    for (graphs::thread& t : started) {
      try {
        t = graphs::thread([this] { ran.fetch_add(1, std::memory_order_relaxed); });
        ++expected;
      } catch (const std::system_error&) {
        ++refused;
      }
    }
    for (graphs::thread& t : started)
      if (t.joinable()) t.join();
    verify::check<graphs>(ran.load(std::memory_order_relaxed) == expected && expected + refused == 2, "what was started has run");
  }
  graphs::atomic<int> ran{0};
  int refused = 0;
};

TEST(GraphsPlatform, ThreadsAreStartedAndRefusedAndJoined) {
  const outcome o = told<starting>("starting");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 4U) << "two orders of two, or one of them is refused";
}

/// A value that no word holds.
struct large {
  static constexpr int threads = 2;
  struct value {
    std::uint64_t a = 0, b = 0;
    std::uint32_t c = 0, d = 0;
  };
  void thread(unsigned i) {
    if (i == 0) return v.store({1, 2, 3, 4}, std::memory_order_release);
    value seen = v.load(std::memory_order_acquire);
    verify::check<graphs>((seen.a == 0 && seen.d == 0) || (seen.a == 1 && seen.b == 2 && seen.c == 3 && seen.d == 4), "a value is whole");
    seen = {};
    v.compare_exchange_strong(seen, {5, 6, 7, 8}, std::memory_order_relaxed, std::memory_order_relaxed);
  }
  graphs::atomic<value> v;
};

TEST(GraphsPlatform, LargeValuesAreWhole) {
  const outcome o = told<large>("large values");
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(o.graphs, 3U) << "the read sees the write, or the exchange does, or the write comes last";
}

/// A memory leak, and an exception that no function catches.
struct leaking {
  static constexpr int threads = 1;
  void thread(unsigned) { kept = new int(7); }
  int* kept = nullptr;
};
struct throwing {
  static constexpr int threads = 1;
  void thread(unsigned) { throw std::runtime_error("this is why"); }
};

TEST(GraphsPlatform, LeaksAndExceptionsAreFaults) {
  EXPECT_NE(told<leaking>("leaking").fault.find("never freed"), std::string::npos);
  EXPECT_NE(told<throwing>("throwing").fault.find("this is why"), std::string::npos);
}

}  // namespace
}  // namespace weir::tests
