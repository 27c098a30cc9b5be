// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

// The search by graphs notices the use of an object that does not happen before its destruction.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;

/// A thread uses what another destroys.
template <bool Ordered>
struct destroying {
  static constexpr int threads = 2;
  destroying() : shared(new graphs::atomic<int>(0)) {}
  void thread(unsigned i) {
    if (i == 0) {
      shared->store(1, std::memory_order_relaxed);
      done.store(true, Ordered ? std::memory_order_release : std::memory_order_relaxed);
    } else {
      while (!done.load(std::memory_order_acquire)) graphs::yield();
      delete shared;
    }
  }
  graphs::atomic<int>* shared;
  graphs::atomic<bool> done;
};

TEST(GraphsDestruction, UseThatIsNotBeforeDestructionIsAFault) {
  EXPECT_EQ(told<destroying<true>>("destroying").fault, "");
  EXPECT_NE(told<destroying<false>>("destroying, not ordered").fault.find("destroyed while"), std::string::npos);
}

/// The same, and the thread that destroys has the lower number; and the user has not come further than to its first step.
struct destroying_first {
  static constexpr int threads = 2;
  destroying_first() : shared(new graphs::atomic<int>(0)) {}
  void thread(unsigned i) {
    if (i == 0)
      delete shared;
    else
      shared->store(1, std::memory_order_relaxed);
  }
  graphs::atomic<int>* shared;
};
/// The last of several owners destroys: its own last use is after that of the others.
struct counted_owners {
  static constexpr int threads = 3;
  struct state {
    graphs::atomic<int> owners{3};
    graphs::cell<int> result;
  };
  counted_owners() : shared(new state) {}
  void thread(unsigned i) {
    if (i == 1) shared->result.write() = 7;
    if (shared->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared;
  }
  state* shared;
};

TEST(GraphsDestruction, WhoeverDestroysUsesOfOthersAreSeen) {
  EXPECT_NE(told<destroying_first>("destroying first").fault.find("destr"), std::string::npos);
  const outcome o = told<counted_owners>("counted owners");
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(o.graphs, 6U);
}

}  // namespace
}  // namespace weir::tests
