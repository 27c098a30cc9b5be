// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <weir/verify/graphs/heap.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>

// Which loops the search by graphs takes for waiting ones, whatever the compiler leaves on a thread's stack; and that what goes round for ever is
// a failure, not a search without end. How often a waiting loop goes round before it is
// recognised may differ from compiler to compiler by a round, so the numbers are bounds.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;

/// Thread 0 waits in one of many ways until thread 1 has stored to `ready`.
template <class Wait>
struct waiting {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) {
      graphs::unique_lock lock(m);
      plain.write() = true;
      ready.store(true, std::memory_order_release);
      return;
    }
    Wait()(*this);
  }
  bool ready_now() { return ready.load(std::memory_order_acquire); }
  bool ready_under_the_lock() {
    graphs::unique_lock lock(m);
    return plain.read();
  }
  graphs::mutex m;
  graphs::cell<bool> plain;
  graphs::atomic<bool> ready;
};

template <class Wait>
void ends(const char* name) {
  const outcome o = told<waiting<Wait>>(name);
  EXPECT_EQ(o.fault, "") << name;
  EXPECT_TRUE(o.ended) << name;
  EXPECT_LE(o.graphs, 4U) << name << ": it goes round twice at most";
}

struct looks {
  void operator()(auto& s) {
    while (!s.ready_now()) graphs::yield();
  }
};
struct looks_under_the_lock {
  void operator()(auto& s) {
    while (!s.ready_under_the_lock()) {
    }
  }
};
/// What it looks with lies on its own stack, with the counts that the checker keeps of it.
struct has_objects_of_its_own {
  void operator()(auto& s) {
    graphs::atomic<int> mine(3);
    graphs::cell<int> cell(4);
    graphs::mutex lock;
    while (!s.ready_now()) {
      graphs::unique_lock held(lock);
      verify::check<graphs>(mine.load(std::memory_order_relaxed) == 3 && cell.read() == 4, "nobody writes them");
    }
  }
};
/// Padding, and variables that are not used, with what was on the stack before.
struct copies_padding {
  struct padded {
    char a;
    std::uint64_t b;
    char c;
  };
  static padded made(bool found) {
    padded p;
    p.a = found ? 'y' : 'n';
    p.b = 7;
    p.c = p.a;
    return p;
  }
  [[gnu::noinline]] static void leaves_something(unsigned char with) {
    volatile unsigned char bytes[512];
    for (volatile unsigned char& b : bytes) b = with;
  }
  void operator()(auto& s) {
    leaves_something(0xAB);
    for (;;) {
      padded p = made(s.ready_now());
      leaves_something(static_cast<unsigned char>(p.b));
      const padded q = p;
      if (q.c == 'y') return;
    }
  }
};
/// It goes down into other functions between its looks, to different depths.
struct looks_at_two_depths {
  [[gnu::noinline]] static bool deep(auto& s, int n) { return n == 0 ? s.ready_now() : deep(s, n - 1); }
  void operator()(auto& s) {
    while (!deep(s, 0) && !deep(s, 5)) graphs::yield();
  }
};

TEST(GraphsLoops, ALoopThatChangesNothingWaits) {
  ends<looks>("looks");
  ends<looks_under_the_lock>("looks under the lock");
  ends<has_objects_of_its_own>("has objects of its own");
  ends<copies_padding>("copies padding");
}

TEST(GraphsLoops, EachLookOfALoopMayBeTheOne) {
  const outcome o = told<waiting<looks_at_two_depths>>("looks at two depths");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_LE(o.graphs, 6U);
}

/// What is allocated in a round has the place of what was allocated in the round before, since that was freed and nothing was written.
struct allocates {
  void operator()(auto& s) {
    for (;;) {
      const auto kept = std::make_unique<int>(1);
      if (s.ready_now()) return;
    }
  }
};

TEST(GraphsLoops, ALoopThatAllocatesAndFreesWaits) { ends<allocates>("allocates"); }

/// These loops never end, or not soon.
template <class Loop>
struct endless {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 0) Loop()(*this);
  }
  graphs::atomic<unsigned> a{0};
  graphs::cell<unsigned> c;
};
struct counts {
  void operator()(auto& s) {
    for (unsigned n = 1; n != s.a.load(std::memory_order_relaxed); ++n) {
    }
  }
};
struct adds {
  void operator()(auto& s) {
    for (;;) s.a.fetch_add(1, std::memory_order_relaxed);
  }
};
struct adds_in_one_order {
  void operator()(auto& s) {
    for (;;) s.a.fetch_add(1, std::memory_order_seq_cst);
  }
};
struct writes_plain_data {
  void operator()(auto& s) {
    for (;;) ++s.c.write();
  }
};
struct only_yields {
  void operator()(auto&) {
    for (;;) graphs::yield();
  }
};
struct stores {
  void operator()(auto& s) {
    while (s.a.load(std::memory_order_relaxed) == 0) s.a.store(0, std::memory_order_relaxed);
  }
};

template <class Loop>
void is_endless(const char* name, const char* how) {
  const outcome o = told<endless<Loop>>(name);
  EXPECT_NE(o.fault.find(how), std::string::npos) << name << ": " << o.fault;
}

TEST(GraphsLoops, ALoopThatCountsAndNeverEndsIsAFailure) { is_endless<counts>("counts", "a loop that never ends"); }
TEST(GraphsLoops, ALoopThatAddsForEverIsAFailure) { is_endless<adds>("adds", "a loop that never ends"); }
TEST(GraphsLoops, ALoopThatAddsInOneOrderForEverIsAFailure) {
  is_endless<adds_in_one_order>("adds in one order", "a loop that never ends");
}
TEST(GraphsLoops, ALoopThatStoresForEverIsAFailure) { is_endless<stores>("stores", "a loop that never ends"); }
TEST(GraphsLoops, ALoopWithoutAStepIsAFailure) {
  is_endless<writes_plain_data>("writes plain data", "livelock");
  is_endless<only_yields>("only yields", "livelock");
}

/// Many looks at something that no thread writes are no failure.
struct looks_often {
  static constexpr int threads = 2;
  void thread(unsigned) {
    for (int n = 0; n != 60; ++n)
      if (a.load(std::memory_order_relaxed) != 0) return;
  }
  graphs::atomic<int> a{0};
};

/// Nor are as many stores as there are places.
struct fills_an_array {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    for (graphs::atomic<int>& each : places[i]) each.store(1, std::memory_order_relaxed);
  }
  graphs::atomic<int> places[2][300];
};

template <class Loop>
void ends_at_once(const char* name) {
  const outcome o = told<Loop>(name);
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(o.graphs, 1U);
  EXPECT_EQ(o.blocked, 0U);
}

TEST(GraphsLoops, ALoopWithAnEndIsNone) {
  ends_at_once<looks_often>("looks often");
  ends_at_once<fills_an_array>("fills an array");
}

}  // namespace
}  // namespace weir::tests
