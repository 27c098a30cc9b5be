// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>

#include <gtest/gtest.h>

#include <string>

// Shipped queues over every execution that RC11 allows, and small programs that are wrong in known ways.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;
using verify::execution::run_every_execution;

TEST(GraphsScenarios, PushVsCloseHoldsInEveryExecution) {
  const outcome o = told<verify::scenarios::push_vs_close<queue::bounded<2>, graphs>>("push_vs_close on bounded<2>");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  // Close comes before, between and after the loads and exchanges of two pushes, of which one may fail: 22. Where nothing of an exchange that failed
  // is left on the stack, a push that begins again is seen to be where it was, and waits; some of these executions are the same then.
  EXPECT_LE(o.graphs + o.blocked, 22U);
  EXPECT_GE(o.graphs + o.blocked, 18U);
  EXPECT_EQ((run_every_execution<verify::scenarios::push_vs_close<queue::bounded<2>, graphs>>(100, 0).graphs), 5U);
}

TEST(GraphsScenarios, PushVsCloseHoldsInEveryExecutionOfALockedQueue) {
  const outcome o = told<verify::scenarios::push_vs_close<queue::mutex_fifo, graphs>>("push_vs_close on mutex_fifo");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
}

TEST(GraphsScenarios, PushVsCloseHoldsInEveryExecutionOfAQueueOfSegments) {
  const outcome o = told<verify::scenarios::push_vs_close<queue::unbounded_by<2>, graphs>>("push_vs_close on unbounded_by<2>");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
}

TEST(GraphsScenarios, NoItemIsTakenTwiceInEveryExecution) {
  const outcome o = told<verify::scenarios::no_item_is_taken_twice<queue::bounded<2>, graphs, 2>>("no_item_is_taken_twice on bounded<2>");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
}

/// One thread hands a plain value to another.
template <std::memory_order Write, std::memory_order Read>
struct message {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 0) {
      plain.write() = 7;
      ready.store(true, Write);
    } else if (ready.load(Read)) {
      verify::check<graphs>(plain.read() == 7, "the message has arrived");
    }
  }
  graphs::cell<int> plain;
  graphs::atomic<bool> ready;
};

TEST(GraphsScenarios, AMessageThatIsReleasedAndAcquiredHasTwoExecutions) {
  const outcome o = told<message<std::memory_order_release, std::memory_order_acquire>>("message");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 2U);
}

TEST(GraphsScenarios, AMessageThatIsNotReleasedIsADataRace) {
  const outcome o = told<message<std::memory_order_relaxed, std::memory_order_acquire>>("message, relaxed");
  EXPECT_NE(o.fault.find("a data race"), std::string::npos);
}

/// Two threads count under a lock.
struct counting {
  static constexpr int threads = 2;
  void thread(unsigned) {
    graphs::unique_lock lock(m);
    ++n.write();
  }
  void finish() { verify::check<graphs>(n.read() == 2, "both have counted"); }
  graphs::mutex m;
  graphs::cell<int> n;
};

TEST(GraphsScenarios, TwoOwnersOfALockHaveTwoExecutions) {
  const outcome o = told<counting>("counting");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 2U);
}

/// Two locks, in two orders.
struct embrace {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    graphs::unique_lock first(m[i]);
    graphs::unique_lock second(m[1 - i]);
  }
  graphs::mutex m[2];
};

TEST(GraphsScenarios, LocksInTwoOrdersAreADeadlock) { EXPECT_NE(told<embrace>("embrace").fault.find("deadlock"), std::string::npos); }

}  // namespace
}  // namespace weir::tests
