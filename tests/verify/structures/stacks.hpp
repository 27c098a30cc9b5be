// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_STACKS_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_STACKS_HPP

#include "program.hpp"

#include <array>
#include <cstdint>

namespace weir::tests::structures {

/// A node's number, 0 for none, and how often the location has changed: an ABA count.
struct counted_index {
  std::uint32_t index;
  std::uint32_t count;
};

/// Treiber's stack ("Systems programming: coping with parallelism", 1986): two threads push, others pop. With `Counts` a node's number has an ABA count.
/// What is pushed is a thread's number, and the pusher has stored to that thread's flag before.
template <bool Counts, std::memory_order Success = release, int Poppers = 1>
class treiber_stack : public program {
 public:
  static constexpr unsigned pushers = 2;
  static constexpr int threads = pushers + Poppers;

  void thread(unsigned i) {
    if (i >= pushers) {
      if (const unsigned other = pop(); other != 0) flags_[other].load(relaxed);
    } else {
      flags_[i].store(static_cast<int>(i + 42), relaxed);
      push(i, i + 1);
    }
  }

 private:
  struct node {
    cell<unsigned> value;
    atomic<counted_index> next{counted_index{0x666, 0}};
  };

  static counted_index after(counted_index old, std::uint32_t index) { return {index, Counts ? old.count + 1 : 0}; }

  void push(unsigned value, std::uint32_t mine) {
    nodes_[mine].value.write() = value;
    for (;;) {
      counted_index top = top_.load(acquire);
      nodes_[mine].next.store(top, relaxed);
      if (top_.compare_exchange_strong(top, after(top, mine), Success, relaxed)) return;
      if (!Counts) again();
    }
  }
  unsigned pop() {
    for (;;) {
      counted_index top = top_.load(acquire);
      if (top.index == 0) return 0;
      node& first = nodes_[top.index];
      const counted_index next = first.next.load(relaxed);
      if (top_.compare_exchange_strong(top, after(top, next.index), release, relaxed)) return first.value.read();
      again();
    }
  }

  std::array<atomic<int>, threads> flags_;
  std::array<node, pushers + 1> nodes_;
  atomic<counted_index> top_;
};

/// Treiber's stack whose calls give up when another call comes between: thread 0 pushes twice and pops, thread 1 pops and pushes,
/// and thread 2 pops so many times. `Head` is the order in which a pop reads the head, and `Exchange` that in which it changes it.
template <std::memory_order Head, std::memory_order Exchange, int Pops = 0>
class stack_of_tries : public program {
 public:
  static constexpr int threads = 3;

  void thread(unsigned i) {
    if (i == 0) {
      const bool one = try_push(1, 1);
      try_push(one ? 2 : 1, 2);
      try_pop();
    } else if (i == 1) {
      try_pop();
      try_push(1, 3);
    } else {
      for (int n = 0; n != Pops; ++n) try_pop();
    }
  }

 private:
  struct node {
    atomic<int> data;
    atomic<unsigned> next;
  };

  bool try_push(int data, unsigned mine) {
    nodes_[mine].data.store(data, relaxed);
    unsigned head = head_.load(relaxed);
    nodes_[mine].next.store(head, relaxed);
    return head_.compare_exchange_strong(head, mine, release, relaxed);
  }
  void try_pop() {
    unsigned head = head_.load(Head);
    if (head == 0) return;
    nodes_[head].data.load(relaxed);
    const unsigned next = nodes_[head].next.load(relaxed);
    head_.compare_exchange_strong(head, next, Exchange, relaxed);
  }

  std::array<node, 4> nodes_;
  atomic<unsigned> head_;
};

}  // namespace weir::tests::structures

#endif
