// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/genmc/clients/givers_and_owner.hpp>
#include <weir/verify/genmc/clients/owner_and_thieves.hpp>
#include <weir/verify/genmc/clients/pushers_and_takers.hpp>
#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>
#include <weir/verify/scenarios/free_segments_are_handed_out_once.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/scenarios/queue_keeps_every_item.hpp>

#include <gtest/gtest.h>

#include <cstdint>

// How many executions programs around the shipped queue have: the same numbers as GenMC v0.11 counts under RC11 for them (verify/README.md says how
// it is run). Its weak exchanges do not fail for no reason.
namespace weir::tests {
namespace {

using verify::graphs;

template <class Queue, int Pushers, int Takers, int Items, int Tries, int Before = 0>
using pushers_and_takers = verify::clients::pushers_and_takers<graphs, Queue, Pushers, Takers, Items, Tries, Before>;

template <class Scenario>
void has(std::uint64_t graphs_of_genmc) {
  const verify::execution::outcome o = verify::execution::run_every_execution<Scenario, false>(100'000, 0);
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.blocked, 0U);
  EXPECT_EQ(o.graphs, graphs_of_genmc);
}

/// A round of a loop in which a thread has read the same again is one that waits here, if the compiler has left the same on the stack; GenMC counts it.
template <class Scenario>
void has_at_most(std::uint64_t graphs_of_genmc) {
  const verify::execution::outcome o = verify::execution::run_every_execution<Scenario, false>(100'000, 0);
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_LE(o.graphs + o.blocked, graphs_of_genmc);
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

TEST(GraphsCounts, SegmentsOfTwoSlots) {
  using segments = queue::unbounded_by<2>;
  has<pushers_and_takers<segments, 1, 1, 2, 3>>(7);
  has<pushers_and_takers<segments, 1, 2, 2, 2>>(687);
  has<pushers_and_takers<segments, 2, 1, 1, 2>>(16);
  has<pushers_and_takers<segments, 2, 2, 1, 1>>(100);
  has<pushers_and_takers<segments, 1, 2, 2, 1, 3>>(16);
}

TEST(GraphsCounts, UnderALock) {
  has<pushers_and_takers<queue::mutex_fifo, 1, 2, 2, 2>>(90);
  has<pushers_and_takers<queue::mutex_fifo, 2, 1, 2, 3>>(210);
  has<pushers_and_takers<queue::mutex_fifo, 2, 2, 1, 2>>(180);
}

TEST(GraphsCounts, TwoLevels) {
  using levels = queue::priority_by<2, 2>;
  has<pushers_and_takers<levels, 1, 1, 2, 3>>(7);
  has<pushers_and_takers<levels, 1, 2, 1, 1>>(11);
  has<pushers_and_takers<levels, 2, 1, 1, 1>>(8);
}

TEST(GraphsCounts, ScenariosOfQueues) {
  using namespace verify::scenarios;
  has<push_vs_close<one, graphs>>(4);
  has<push_vs_close<two, graphs>>(5);
  has<push_vs_close<queue::unbounded_by<2>, graphs>>(5);
  has<push_vs_close<queue::mutex_fifo, graphs>>(6);
  has<push_vs_close<queue::priority_by<2, 2>, graphs>>(5);
  has<no_item_is_taken_twice<two, graphs, 2>>(1'028);
  has<no_item_is_taken_twice<two, graphs>>(3'408);
  has<no_item_is_taken_twice<queue::mutex_fifo, graphs>>(694);
  has<no_item_is_taken_twice<queue::unbounded_by<2>, graphs, 2>>(3'766);
  has<no_item_is_taken_twice<queue::unbounded_by<2>, graphs>>(13'826);
  has<no_item_is_lost_in_reuse<two, graphs>>(5'076);
  has<no_item_is_lost_in_reuse<queue::mutex_fifo, graphs>>(560);
  has<free_segments_are_handed_out_once<graphs>>(12'624);
}

TEST(GraphsCounts, Permit) {
  using verify::clients::taking;
  has<verify::clients::givers_and_owner<graphs, 1>>(3);
  has<verify::clients::givers_and_owner<graphs, 2>>(20);
  has<verify::clients::givers_and_owner<graphs, 1, taking::sleeps_at_most>>(4);
  has<verify::clients::givers_and_owner<graphs, 2, taking::sleeps_at_most>>(24);
}

TEST(GraphsCounts, OwnerAndThieves) {
  has_at_most<verify::clients::owner_and_thieves<graphs, 2, 1, 3, 2>>(38);
  has_at_most<verify::clients::owner_and_thieves<graphs, 1, 2, 2, 1>>(307);
  has_at_most<verify::clients::owner_and_thieves<graphs, 2, 2, 2, 1>>(103);
}

TEST(GraphsCounts, QueueKeepsEveryItemIsTheProgramOfTwoPushers) { has<verify::scenarios::queue_keeps_every_item<two, graphs>>(3'820); }

}  // namespace
}  // namespace weir::tests
