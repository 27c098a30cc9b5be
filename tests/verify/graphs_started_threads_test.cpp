// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>
#include <weir/verify/graphs/strand.hpp>

#include <gtest/gtest.h>

// When a program begins again, nothing is left of its threads: neither how far they had come, nor what they were about to use.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;
using verify::execution::run_every_execution;

/// A thread takes an item from another that a third one starts.
struct item_of_a_started_thread {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 0) {
      if (ready.load(std::memory_order_acquire)) verify::check<graphs>(item.read() == 7, "the item is there");
      return;
    }
    graphs::thread pusher([this] {
      item.write() = 7;
      ready.store(true, std::memory_order_release);
    });
    pusher.join();
  }
  graphs::cell<int> item;
  graphs::atomic<bool> ready;
};

TEST(GraphsStartedThreads, AThreadThatHasNotBegunHasDoneNothing) {
  const outcome o = run_every_execution<item_of_a_started_thread>(1'000);
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 2U);
}

TEST(GraphsStartedThreads, AThreadThatBeginsUsesNothing) {
  verify::execution::strand of_a_thread;
  of_a_thread.with = verify::execution::object{0, 3};  // an execution has ended while it waited for this object
  of_a_thread.begin(nullptr, nullptr, nullptr, nullptr);
  EXPECT_FALSE(of_a_thread.with.has_value());
}

}  // namespace
}  // namespace weir::tests
