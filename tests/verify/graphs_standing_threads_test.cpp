// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <gtest/gtest.h>

#include <string>

// Where a scenario says that no loop waits, a thread that goes round for as long as the others stand still is a failure; one that begins again
// because another has moved is none.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;

/// Thread 0 waits in one of many ways until thread 1 has stored to `ready`.
template <class Wait, bool May = false>
struct waiting {
  static constexpr int threads = 2;
  static constexpr bool no_loop_waits = !May;
  void thread(unsigned i) {
    if (i == 0) return Wait()(*this);
    graphs::unique_lock lock(m);
    plain.write() = true;
    ready.store(true, std::memory_order_release);
  }
  bool ready_now() { return ready.load(std::memory_order_acquire); }
  graphs::mutex m;
  graphs::cell<bool> plain;
  graphs::atomic<bool> ready;
};

struct looks {
  void operator()(auto& s) {
    while (!s.ready_now()) {
    }
  }
};
/// What it writes in each round is its own lock, which another thread does not have to give up.
struct looks_under_the_lock {
  void operator()(auto& s) {
    for (bool found = false; !found;) {
      graphs::unique_lock lock(s.m);
      found = s.plain.read();
    }
  }
};
/// It sees the newest value by writing what it has read.
struct adds_nothing {
  void operator()(auto& s) {
    while (!s.ready.fetch_or(false, std::memory_order_acquire)) graphs::yield();
  }
};

template <class Wait>
void is_a_failure(const char* name) {
  const std::string fault = told<waiting<Wait>>(name).fault;
  EXPECT_NE(fault.find("a thread goes round until another one moves"), std::string::npos) << name;
  EXPECT_NE(fault.find("(thread 1, "), std::string::npos) << name;  // thread 0 starts them
  EXPECT_NE(fault.find("graphs_standing_threads_test.cpp:"), std::string::npos) << name;
}
template <class S>
void is_no_failure(const char* name) {
  const outcome o = told<S>(name);
  EXPECT_EQ(o.fault, "") << name;
  EXPECT_TRUE(o.ended) << name;
  EXPECT_NE(o.blocked, 0U) << name << ": no loop goes round, so it shows nothing";
}

TEST(GraphsStandingThreads, ALoopThatEndsWhenAnotherThreadMovesIsAFailure) {
  is_a_failure<looks>("looks");
  is_a_failure<looks_under_the_lock>("looks under the lock");
  is_a_failure<adds_nothing>("adds nothing");
}

TEST(GraphsStandingThreads, UnlessTheScenarioAllowsIt) {
  is_no_failure<waiting<looks, true>>("may look");
  is_no_failure<waiting<looks_under_the_lock, true>>("may look under the lock");
  is_no_failure<waiting<adds_nothing, true>>("may add nothing");
}

/// Each may lose against the other, or fail for no reason, and begins again.
struct both_add {
  static constexpr int threads = 2;
  static constexpr bool no_loop_waits = true;
  void thread(unsigned) {
    for (;;) {
      int n = a.load(std::memory_order_relaxed);
      if (a.compare_exchange_weak(n, n + 1, std::memory_order_relaxed, std::memory_order_relaxed)) return;
    }
  }
  graphs::atomic<int> a{0};
};
TEST(GraphsStandingThreads, ALoopThatHasLostAnExchangeWaitsForNone) { is_no_failure<both_add>("both add"); }

/// Thread 0 has heard of both that thread 1 has written, and reads an old value of one for a while.
struct looks_late {
  static constexpr int threads = 2;
  static constexpr bool no_loop_waits = true;
  void thread(unsigned i) {
    if (i == 1) {
      late.store(1, std::memory_order_relaxed);
      first.store(1, std::memory_order_relaxed);
    } else if (first.load(std::memory_order_relaxed) != 0) {
      for (int sum = 0; sum != 3;) {
        sum = first.load(std::memory_order_relaxed);
        sum += late.load(std::memory_order_relaxed);
        sum += first.load(std::memory_order_relaxed);
      }
    }
  }
  graphs::atomic<int> first{0}, late{0};
};
TEST(GraphsStandingThreads, AnOldValueIsNotReadForEver) { is_no_failure<looks_late>("looks late"); }

/// The same with a lock, for which another thread waits meanwhile.
struct looks_late_with_a_lock : looks_late {
  static constexpr int threads = 3;
  void thread(unsigned i) {
    if (i == 1) return looks_late::thread(1);
    graphs::unique_lock lock(m);
    if (i == 0) looks_late::thread(0);
  }
  graphs::mutex m;
};
TEST(GraphsStandingThreads, ALockIsNoLoop) { is_no_failure<looks_late_with_a_lock>("looks late with a lock"); }

/// It looks a few times, and gives up.
struct looks_a_few_times {
  void operator()(auto& s) {
    for (int n = 0; n != 20 && !s.ready_now(); ++n) graphs::yield();
  }
};
TEST(GraphsStandingThreads, ALoopThatGivesUpWaitsForNone) { is_no_failure<waiting<looks_a_few_times>>("looks a few times"); }

}  // namespace
}  // namespace weir::tests
