// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_RINGS_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_RINGS_HPP

#include "program.hpp"

#include <array>

namespace weir::tests::structures {

/// FreeBSD's buf_ring(9) with eight slots: each of three threads enqueues a message and then dequeues one. What comes in between a call's
/// look and its exchange is assumed away. GenMC's program has volatile numbers, here relaxed ones, and its search for races is off.
template <std::memory_order Exchange = acq_rel>
class buf_ring : public program {
 public:
  static constexpr int threads = 3;

  void thread(unsigned i) {
    messages_[i].store(0xBEEF, relaxed);
    if (!enqueue(i + 1)) return;
    unsigned out = 0;
    if (dequeue(out) && out != 0) graphs::check(messages_[out - 1].load(relaxed) == 0xBEEF, "a message comes with its content");
  }

 private:
  static constexpr unsigned mask = 7;

  /// What follows answers false if an assumption does not hold.
  bool enqueue(unsigned message) {
    unsigned head = producers_.head.load(relaxed);
    const unsigned full = consumers_.tail.load(relaxed);
    const unsigned next = (head + 1) & mask;
    if (next == full) return true;
    if (!assume(producers_.head.compare_exchange_strong(head, next, Exchange, Exchange == relaxed ? relaxed : acquire))) return false;
    graphs::fence(seq_cst);
    ring_[head].store(message, relaxed);
    if (!assume(producers_.tail.load(relaxed) == head)) return false;
    producers_.tail.store(next, relaxed);
    return true;
  }
  bool dequeue(unsigned& message) {
    unsigned head = consumers_.head.load(relaxed);
    const unsigned end = producers_.tail.load(relaxed);
    const unsigned next = (head + 1) & mask;
    if (head == end) return true;
    if (!assume(consumers_.head.compare_exchange_strong(head, next, Exchange, Exchange == relaxed ? relaxed : acquire))) return false;
    message = ring_[head].load(relaxed);
    if (!assume(consumers_.tail.load(relaxed) == head)) return false;
    graphs::fence(seq_cst);
    consumers_.tail.store(next, relaxed);
    return true;
  }

  struct ends {
    atomic<unsigned> head;
    atomic<unsigned> tail;
  };
  ends producers_;
  ends consumers_;
  std::array<atomic<unsigned>, mask + 1> ring_;
  std::array<atomic<unsigned>, threads> messages_;
};

/// A bounded queue of four slots for several pushers and poppers, that counts calls begun in one word and calls done in two others: there is one item,
/// thread 0 pushes another, and thread 1 pops until there is none.
class counting_ring : public program {
 public:
  static constexpr int threads = 2;

  counting_ring() { push(17); }
  void thread(unsigned i) {
    if (i == 0) return push(1);
    while (pop()) {
    }
  }

 private:
  static constexpr unsigned slots = 4;

  void push(int item) {
    unsigned begun = begun_.load(acquire);
    for (;;) {
      const unsigned pops = begun >> 16, pushes = begun & 0xFFFF;
      if (pushes == ((pops + slots) & 0xFFFF)) return;
      if (!begun_.compare_exchange_weak(begun, pops << 16 | ((pushes + 1) & 0xFFFF), acq_rel, acquire)) {
        again();
        continue;
      }
      wait_until([&] { return (popped_.load(acquire) & 0xFFFF) == pops; });
      array_[pushes % slots].write() = item;
      pushed_.fetch_add(1, release);
      return;
    }
  }
  bool pop() {
    unsigned begun = begun_.load(acquire);
    for (;;) {
      const unsigned pops = begun >> 16, pushes = begun & 0xFFFF;
      if (pushes == pops) return false;
      if (!begun_.compare_exchange_weak(begun, begun + (1U << 16), acq_rel, acquire)) {
        again();
        continue;
      }
      wait_until([&] { return (pushed_.load(acquire) & 0xFFFF) == pushes; });
      popped_.fetch_add(1, release);
      return true;
    }
  }

  std::array<cell<int>, slots> array_;
  atomic<unsigned> begun_;
  atomic<unsigned> popped_;
  atomic<unsigned> pushed_;
};

}  // namespace weir::tests::structures

#endif
