// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

// Loops that count their rounds and yield in each: the search by graphs takes them for waiting ones where they change nothing and read the same.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;

/// It yields in each round, and gives up after many. It has access to plain data in each, and leaves it as it was.
struct yields_and_counts {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) return ready.store(true, std::memory_order_release);
    for (int n = 0; n != 500 && !ready.load(std::memory_order_acquire); ++n) {
      {
        graphs::unique_lock lock(m);
        counted.write() += 0;
      }
      graphs::yield();
    }
  }
  graphs::mutex m;
  graphs::cell<int> counted;
  graphs::atomic<bool> ready;
};
TEST(GraphsVainRounds, ALoopThatCountsItsRoundsAndYieldsInEachWaits) {
  const outcome o = told<yields_and_counts>("yields and counts");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_LE(o.graphs, 7U) << "it goes round so often at most";
}

/// It reads by adding nothing, to see the newest value.
struct yields_and_adds_nothing {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) return ready.store(1, std::memory_order_release);
    for (int n = 0; n != 500 && ready.fetch_add(0, std::memory_order_acquire) == 0; ++n) graphs::yield();
  }
  graphs::atomic<int> ready{0};
};
TEST(GraphsVainRounds, ALoopThatReadsByAddingNothingWaits) {
  const outcome o = told<yields_and_adds_nothing>("yields and adds nothing");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_LE(o.graphs, 7U) << "it goes round so often at most";
}

/// Its rounds are not in vain: what it has read or written may lead on.
template <class Round>
struct yields_often {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    for (int n = 0; i == 0 && n != 20; ++n) {
      Round()(*this, n);
      graphs::yield();
    }
  }
  graphs::atomic<int> a{0};
  graphs::cell<int> c;
};
struct and_changes_plain_data {
  void operator()(auto& s, int) { ++s.c.write(); }
};
struct and_stores {
  void operator()(auto& s, int n) { s.a.store(n, std::memory_order_relaxed); }
};
struct and_reads_what_it_stored {
  void operator()(auto& s, int n) {
    if (n % 2 == 0) s.a.store(n, std::memory_order_relaxed);
    static_cast<void>(s.a.load(std::memory_order_relaxed));
  }
};
struct and_changes_nothing {
  void operator()(auto& s, int) { static_cast<void>(s.a.load(std::memory_order_relaxed)); }
};
template <class Round>
void goes_on(const char* name) {
  const outcome o = told<yields_often<Round>>(name);
  EXPECT_EQ(o.fault, "") << name;
  EXPECT_TRUE(o.ended && o.graphs == 1 && o.blocked == 0) << name;
}
TEST(GraphsVainRounds, ALoopThatYieldsAndChangesSomethingGoesOn) {
  goes_on<and_changes_plain_data>("changes plain data");
  goes_on<and_stores>("stores");
  goes_on<and_reads_what_it_stored>("reads what it stored");
  goes_on<and_changes_nothing>("changes nothing, and ends by itself");
}

/// It reads something else in each round.
struct counts_what_changes {
  static constexpr int threads = 2;
  static inline int most = 0;
  void thread(unsigned i) {
    int changes = 0;
    for (int n = 1, last = 0; n != 8; ++n) {
      if (i == 1) {
        a.store(n, std::memory_order_relaxed);
      } else {
        const int now = a.load(std::memory_order_relaxed);
        changes += now != std::exchange(last, now) ? 1 : 0;
        graphs::yield();
      }
    }
    most = std::max(most, changes);
  }
  graphs::atomic<int> a{0};
};
TEST(GraphsVainRounds, ALoopThatYieldsAndReadsSomethingElseGoesOn) {
  const outcome o = told<counts_what_changes>("counts what changes");
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(counts_what_changes::most, 7);
}

/// It looks eight times, and changes something in each round: it sees the 1 at one of its looks, or never.
template <class Round>
struct looks_often : yields_often<Round> {
  void thread(unsigned i) {
    if (i == 1) return seen.store(1, std::memory_order_relaxed);
    for (int n = 0; n != 8 && seen.load(std::memory_order_relaxed) == 0; ++n) {
      Round()(*this, n);
      graphs::yield();
    }
  }
  graphs::atomic<int> seen{0};
};
TEST(GraphsVainRounds, EachLookOfALoopThatChangesSomethingMayBeTheOne) {
  EXPECT_EQ(told<looks_often<and_changes_plain_data>>("looks often, changes plain data").graphs, 9U);
  EXPECT_EQ(told<looks_often<and_stores>>("looks often, stores").graphs, 9U);
}

/// It looks three times, and gives up.
struct gives_up {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) return a.store(1, std::memory_order_relaxed);
    for (int n = 0; n != 3 && a.load(std::memory_order_relaxed) == 0; ++n) graphs::yield();
  }
  graphs::atomic<int> a{0};
};
TEST(GraphsVainRounds, ALoopThatYieldsThreeTimesIsExploredWithAllItsEnds) {
  const outcome o = told<gives_up>("gives up");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 4U) << "it sees the 1 at its first, second or third look, or never";
}

/// It never ends, and no other thread moves.
struct yields_and_counts_for_ever {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    for (unsigned n = 1; i == 0 && n != a.load(std::memory_order_relaxed); ++n) graphs::yield();
  }
  graphs::atomic<unsigned> a{0};
};
TEST(GraphsVainRounds, ALoopThatNeverEndsIsAFailure) {
  const outcome o = told<yields_and_counts_for_ever>("yields and counts for ever");
  EXPECT_NE(o.fault.find("a loop that never ends"), std::string::npos) << o.fault;
}

}  // namespace
}  // namespace weir::tests
