// SPDX-License-Identifier: Apache-2.0
#include "structures/combiner.hpp"
#include "structures/deques.hpp"
#include "structures/locks.hpp"
#include "structures/queues.hpp"
#include "structures/readers.hpp"
#include "structures/rings.hpp"
#include "structures/stacks.hpp"

#include <gtest/gtest.h>

#include <cstdint>

// Published data structures have as many executions as GenMC v0.11 counts under RC11 for its programs of the same names.
// verify/graphs/STRUCTURES.md says which, and what the other executions are.
namespace weir::tests::structures {
namespace {

template <class Program>
verify::execution::outcome run() {
  the_tally = {};
  return verify::execution::run_every_execution<Program>(100'000, 0);
}

/// That GenMC counts so many executions.
template <class Program>
void has(std::uint64_t of_genmc) {
  const verify::execution::outcome o = run<Program>();
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(the_tally.straight, of_genmc);
  EXPECT_EQ(the_tally.straight + the_tally.after_vain_rounds + the_tally.given_up, o.graphs);
}

/// And that there are so many others. No loop of the program is one that waits, so no number depends on the compiler.
template <class Program>
void has(std::uint64_t of_genmc, std::uint64_t others) {
  has<Program>(of_genmc);
  EXPECT_EQ(the_tally.after_vain_rounds + the_tally.given_up, others);
}

template <class Program>
void fails(const char* reason) {
  EXPECT_NE(run<Program>().fault.find(reason), std::string::npos);
}

constexpr deque_orders strong{acquire, acq_rel};
constexpr deque_orders weak{relaxed, release};

TEST(GraphsStructures, Stacks) {
  has<treiber_stack<true>>(18, 4);
  has<treiber_stack<false>>(8);
  has<stack_of_tries<acquire, release>>(37, 0);
  has<stack_of_tries<relaxed, relaxed>>(183, 0);
}

TEST(GraphsStructures, Queues) {
  has<michael_scott_queue<>>(50, 128);
  has<michael_scott_links<>>(6);
  has<herlihy_wing_queue<>>(18, 4);
  has<queue_of_tries<acquire, release>>(75, 0);
  has<queue_of_tries<relaxed, relaxed>>(132, 0);
}

TEST(GraphsStructures, Deques) {
  has<long_deque<strong>>(65, 0);
  has<short_deque<strong>>(1'924, 0);
  has<short_deque<weak>>(1'924, 0);
}

TEST(GraphsStructures, Rings) {
  has<buf_ring<>>(1'218, 6'366);
  has<counting_ring>(3);
}

TEST(GraphsStructures, Locks) {
  has<lockers<spinlock<>>>(4);
  has<lockers<ttas_lock<true>>>(4);
  has<lockers<ttas_lock<false>>>(2, 2);
  has<lockers<ticket_lock>>(2);
  has<lockers<waiting_array_lock>>(4);
  has<lockers<futex_mutex>>(12);
  has<lockers<queued_lock>>(6);
  has<readers_and_writers<>>(14);
}

TEST(GraphsStructures, SeqlocksBarrierAndCombiner) {
  has<locked_seqlock>(2, 0);
  has<seqlock<>>(2);
  has<spinning_barrier<>>(2);
  has<combiner>(24, 24);
}

TEST(GraphsStructures, LargerClients) {
  has<treiber_stack<true, release, 2>>(80);
  has<stack_of_tries<acquire, release, 1>>(487, 0);
  has<stack_of_tries<relaxed, relaxed, 1>>(7'769, 0);
  has<michael_scott_queue<release, 1, 1, 1>>(199);
  has<queue_of_tries<acquire, release, 2>>(1'215, 0);
  has<queue_of_tries<relaxed, relaxed, 2>>(4'656, 0);
  has<long_deque<strong, 2>>(3'639, 0);
  has<short_deque<strong, 2>>(11'749, 0);
  has<lockers<spinlock<>, 3>>(36);
  has<lockers<ttas_lock<true>, 3>>(36);
  has<lockers<ttas_lock<false>, 3>>(6, 18);
  has<lockers<ticket_lock, 3>>(6);
  has<lockers<waiting_array_lock, 3>>(96);
  has<lockers<futex_mutex, 3>>(7'086);
  has<lockers<mcs_lock<>, 3, true>>(66, 168);
  has<lockers<mcs_lock<release, acquire>, 3>>(66);
  has<readers_and_writers<release, 1, 2, 0>>(6);
  has<spinning_barrier<seq_cst, 2>>(6);
}

TEST(GraphsStructures, AnMcsLockWhoseLinksAreRelaxedHangs) {
  has<lockers<mcs_lock<>, 2, true>>(6, 10);
  fails<lockers<mcs_lock<>>>("deadlock");
  fails<lockers<mcs_lock<release, relaxed>>>("deadlock");
  fails<lockers<mcs_lock<relaxed, acquire>>>("deadlock");
  has<lockers<mcs_lock<release, acquire>>>(6);
}

TEST(GraphsStructures, WithWeakerOrdersThereAreMoreExecutions) {
  has<stack_of_tries<relaxed, release>>(183, 0);
  has<queue_of_tries<relaxed, release>>(132, 0);
  has<queue_of_tries<acquire, relaxed>>(99, 0);
  has<herlihy_wing_queue<acquire>>(20, 4);
  has<short_deque<deque_orders{acquire, acq_rel, acq_rel}>>(2'312, 0);
  has<buf_ring<relaxed>>(1'890, 9'408);
}

TEST(GraphsStructures, WithWeakerOrdersAlgorithmsFail) {
  fails<treiber_stack<true, relaxed>>("a data race");
  fails<treiber_stack<false, relaxed>>("a data race");
  fails<michael_scott_queue<relaxed>>("a data race");
  fails<michael_scott_links<relaxed>>("a data race");
  fails<lockers<spinlock<relaxed>>>("a data race");
  fails<readers_and_writers<relaxed>>("a data race");
  fails<spinning_barrier<relaxed>>("a data race");
  fails<seqlock<relaxed>>("a number comes with its value");
}

}  // namespace
}  // namespace weir::tests::structures
