// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>
#include <weir/verify/scenarios/queue_keeps_every_item.hpp>

#include <gtest/gtest.h>

#include <cstdint>

// How many executions programs around the shipped queue have: the same numbers as GenMC v0.11 counts under RC11 for them. Its weak exchanges do
// not fail for no reason.
namespace weir::tests {
namespace {

using verify::graphs;

/// Each pusher pushes so many items, and each taker tries so often to take one.
template <class Queue, int Pushers, int Takers, int Items, int Tries>
struct pushers_and_takers {
  static constexpr int threads = Pushers + Takers;
  static constexpr int most = 8;

  void thread(unsigned i) {
    const int me = static_cast<int>(i);
    if (me < Pushers) {
      for (int n = me * Items; n != (me + 1) * Items; ++n)
        if (int mine = n; queue.try_push(mine) == push_result::pushed) pushed[n] = 1;
    } else {
      for (int n = 0, out = 0; n != Tries; ++n)
        if (queue.try_pop(out)) ++taken[me - Pushers][out];
    }
  }
  void finish() {
    for (int out = 0; queue.try_pop(out);) ++taken[0][out];
    for (int n = 0; n != most; ++n) {
      int times = 0;
      for (const auto& by : taken) times += by[n];
      verify::check<graphs>(times == pushed[n], "each item is taken once");
    }
    verify::check<graphs>(queue.empty(), "an emptied queue says so");
  }

  static_assert(Pushers * Items <= most);
  typename Queue::template on<graphs, int> queue;
  int pushed[most] = {};
  int taken[Takers][most] = {};
};

template <class Scenario>
void has(std::uint64_t graphs_of_genmc) {
  const verify::execution::outcome o = verify::execution::run_every_execution<Scenario>(100'000, 0);
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.blocked, 0U);
  EXPECT_EQ(o.graphs, graphs_of_genmc);
}

using one = queue::bounded<1>;
using two = queue::bounded<2>;

TEST(GraphsCounts, OnePusherAndOneTaker) {
  has<pushers_and_takers<one, 1, 1, 1, 1>>(2);
  has<pushers_and_takers<two, 1, 1, 1, 1>>(2);
  has<pushers_and_takers<one, 1, 1, 2, 3>>(10);
}

TEST(GraphsCounts, TwoTakers) {
  has<pushers_and_takers<one, 1, 2, 2, 2>>(571);
  has<pushers_and_takers<two, 1, 2, 2, 2>>(227);
}

TEST(GraphsCounts, TwoPushers) {
  has<pushers_and_takers<one, 2, 1, 2, 3>>(5'094);
  has<pushers_and_takers<two, 2, 1, 2, 3>>(3'820);
}

TEST(GraphsCounts, TwoPushersAndTwoTakers) {
  has<pushers_and_takers<one, 2, 2, 1, 2>>(4'706);
  has<pushers_and_takers<two, 2, 2, 1, 2>>(1'822);
}

TEST(GraphsCounts, SegmentsOfOneSlot) {
  using segments = queue::unbounded_by<1>;
  has<pushers_and_takers<segments, 1, 2, 2, 2>>(4'723);
  has<pushers_and_takers<segments, 2, 1, 1, 2>>(116);
  has<pushers_and_takers<segments, 2, 2, 1, 1>>(3'178);
}

TEST(GraphsCounts, QueueKeepsEveryItemIsTheProgramOfTwoPushers) { has<verify::scenarios::queue_keeps_every_item<two, graphs>>(3'820); }

}  // namespace
}  // namespace weir::tests
