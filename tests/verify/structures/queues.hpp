// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_QUEUES_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_QUEUES_HPP

#include "program.hpp"
#include "stacks.hpp"

#include <array>
#include <cstdint>

namespace weir::tests::structures {

/// Michael and Scott's queue ("Simple, fast, and practical non-blocking and blocking concurrent queue algorithms", PODC 1996), with ABA counts: some
/// threads push, some pop, and some push and then pop. A pop that is not the first to take its item is assumed away.
template <std::memory_order Link = release, unsigned Pushers = 0, unsigned Poppers = 0, unsigned Both = 2>
class michael_scott_queue : public program {
 public:
  static constexpr int threads = Pushers + Poppers + Both;

  michael_scott_queue() {
    head_.store({1, 0}, relaxed);
    tail_.store({1, 0}, relaxed);
    nodes_[1].next.store({0, 0}, relaxed);
  }
  void thread(unsigned i) {
    if (i < Pushers || i >= Pushers + Poppers) push(i * 10, i + 2);
    if (i >= Pushers) pop();
  }

 private:
  struct node {
    cell<unsigned> value;
    atomic<counted_index> next{counted_index{0x666, 0}};
  };

  void push(unsigned value, std::uint32_t mine) {
    nodes_[mine].value.write() = value;
    nodes_[mine].next.store({0, nodes_[mine].next.load(relaxed).count}, relaxed);
    counted_index tail{};
    for (bool linked = false; !linked;) {
      tail = tail_.load(acquire);
      atomic<counted_index>& last = nodes_[tail.index].next;
      counted_index next = last.load(acquire);
      if (!same(tail, tail_.load(relaxed))) continue;
      if (next.index == 0) linked = last.compare_exchange_strong(next, {mine, next.count + 1}, Link, relaxed);
      if (!linked) {
        const std::uint32_t later = last.load(acquire).index;
        tail_.compare_exchange_strong(tail, {later, tail.count + 1}, release, relaxed);
      }
    }
    tail_.compare_exchange_strong(tail, {mine, tail.count + 1}, release, relaxed);
  }
  void pop() {
    for (;;) {
      counted_index head = head_.load(acquire);
      counted_index tail = tail_.load(acquire);
      const counted_index next = nodes_[head.index].next.load(acquire);
      if (!same(head_.load(relaxed), head)) {
        again();
        continue;
      }
      if (head.index == tail.index) {
        if (next.index == 0) return;
        if (!tail_.compare_exchange_strong(tail, {next.index, tail.count + 1}, release, relaxed)) again();
        continue;
      }
      nodes_[next.index].value.read();
      if (head_.compare_exchange_strong(head, {next.index, head.count + 1}, release, relaxed)) return;
      assume(false);
      return;
    }
  }
  static bool same(counted_index a, counted_index b) { return a.index == b.index && a.count == b.count; }

  std::array<node, threads + 2> nodes_;
  atomic<counted_index> head_;
  atomic<counted_index> tail_;
};

/// The same without ABA counts, as its nodes are not used again; a pop tries again. GenMC's program says of the exchange with which a thread moves the
/// tail on for another one that it may as well wait for that one. Such a round is counted as one that has changed nothing.
template <std::memory_order Link = release>
class michael_scott_links : public program {
 public:
  static constexpr int threads = 2;

  michael_scott_links() {
    head_.store(1, relaxed);
    tail_.store(1, relaxed);
  }
  void thread(unsigned i) {
    push(i * 10, i + 2);
    pop();
  }

 private:
  struct node {
    cell<unsigned> value;
    atomic<unsigned> next;
  };

  void push(unsigned value, unsigned mine) {
    nodes_[mine].value.write() = value;
    nodes_[mine].next.store(0, seq_cst);
    unsigned tail = 0;
    for (;; again()) {
      tail = tail_.load(acquire);
      unsigned next = nodes_[tail].next.load(acquire);
      if (tail != tail_.load(acquire)) continue;
      if (next != 0)
        tail_.compare_exchange_strong(tail, next, release, relaxed);
      else if (nodes_[tail].next.compare_exchange_strong(next, mine, Link, relaxed))
        break;
    }
    tail_.compare_exchange_strong(tail, mine, release, relaxed);
  }
  void pop() {
    for (;; again()) {
      unsigned head = head_.load(acquire);
      unsigned tail = tail_.load(acquire);
      const unsigned next = nodes_[head].next.load(acquire);
      if (head_.load(acquire) != head) continue;
      if (head == tail) {
        if (next == 0) return;
        tail_.compare_exchange_strong(tail, next, release, relaxed);
        continue;
      }
      nodes_[next].value.read();
      if (head_.compare_exchange_strong(head, next, release, relaxed)) return;
    }
  }

  std::array<node, 4> nodes_;
  atomic<unsigned> head_;
  atomic<unsigned> tail_;
};

/// Herlihy and Wing's queue ("Linearizability", TOPLAS 1990): each of two threads pushes and then pops. As 0 stands for an empty slot and is one of the
/// items, at most one pop finds something. A pop that comes to the end is assumed away, but not if it has looked at three slots: there
/// ends the bound that GenMC's program is run with, and the thread.
template <std::memory_order Take = acq_rel>
class herlihy_wing_queue : public program {
 public:
  static constexpr int threads = 2;

  void thread(unsigned i) {
    push(i * 10);
    pop();
  }

 private:
  static constexpr int bound = 3;

  void push(unsigned value) {
    const int mine = tail_.fetch_add(1, release);
    slots_[static_cast<unsigned>(mine + 1)].store(value, release);
  }
  void pop() {
    const int tail = tail_.load(acquire);
    for (int n = 0; n <= tail; ++n) {
      atomic<unsigned>& slot = slots_[static_cast<unsigned>(n)];
      if (slot.load(acquire) != 0 && slot.exchange(0, Take) != 0) return;
    }
    assume(tail + 1 == bound);
  }

  atomic<int> tail_;
  std::array<atomic<unsigned>, 4> slots_;
};

/// A queue of linked nodes whose calls give up when another call comes between: thread 0 makes it ready and pushes; if they find it
/// ready, thread 1 pushes and thread 2 pops, each so many `Times`. `Look` is the order of the loads that follow links and `Tail` that of the stores
/// of the tail.
template <std::memory_order Look, std::memory_order Tail, unsigned Times = 1>
class queue_of_tries : public program {
 public:
  static constexpr int threads = 3;

  void thread(unsigned i) {
    if (i == 0)
      prepare();
    else if (!ready_.load(acquire))
      return;
    if (i == 0) return try_push(1, 2);
    for (unsigned n = 0; n != Times; ++n) i == 1 ? try_push(1, 3 + n) : try_pop();
  }

 private:
  struct node {
    atomic<int> data;
    atomic<unsigned> next;
  };
  static constexpr unsigned first = 1;

  void prepare() {
    nodes_[first].next.store(0, release);
    head_.store(first, release);
    tail_.store(first, release);
    ready_.store(true, release);
  }
  /// The last node; 0 if it was not, and the tail is one further now.
  unsigned find_tail() {
    const unsigned tail = tail_.load(Look);
    const unsigned next = nodes_[tail].next.load(relaxed);
    if (next == 0) return tail;
    tail_.store(next, Tail);
    return 0;
  }
  void try_push(int data, unsigned mine) {
    nodes_[mine].data.store(data, relaxed);
    nodes_[mine].next.store(0, relaxed);
    unsigned tail = 0;
    while (tail == 0) tail = find_tail();
    unsigned none = 0;
    if (nodes_[tail].next.compare_exchange_strong(none, mine, release, relaxed)) tail_.store(mine, Tail);
  }
  void try_pop() {
    unsigned head = head_.load(Look);
    const unsigned next = nodes_[head].next.load(Look);
    if (next != 0 && head_.compare_exchange_strong(head, next, relaxed, relaxed)) nodes_[next].data.load(relaxed);
  }

  std::array<node, 3 + Times> nodes_;
  atomic<unsigned> head_;
  atomic<unsigned> tail_;
  atomic<bool> ready_;
};

}  // namespace weir::tests::structures

#endif
