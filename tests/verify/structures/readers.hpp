// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_READERS_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_READERS_HPP

#include "program.hpp"

namespace weir::tests::structures {

/// Linux' old lock for readers and writers: a number that a reader lowers by one and a writer by all. Some threads read, some write,
/// and some read and then write.
template <std::memory_order Free = release, unsigned Readers = 0, unsigned Writers = 0, unsigned Both = 2>
class readers_and_writers : public program {
 public:
  static constexpr int threads = Readers + Writers + Both;

  readers_and_writers() { left_.store(all, relaxed); }
  void thread(unsigned i) {
    if (i < Readers || i >= Readers + Writers) read();
    if (i >= Readers) write();
  }

 private:
  static constexpr int all = 0x100000;

  void read() {
    take(1, [](int left) { return left > 0; });
    shared_.read();
    left_.fetch_add(1, Free);
  }
  void write() {
    take(all, [](int left) { return left == all; });
    shared_.write() = 1;
    left_.fetch_add(all, Free);
  }

  template <class Enough>
  void take(int wanted, Enough enough) {
    while (!enough(left_.fetch_sub(wanted, acquire))) {
      left_.fetch_add(wanted, relaxed);
      again();
      wait_until([&] { return enough(left_.load(relaxed)); });
    }
  }

  atomic<int> left_;
  cell<int> shared_;
};

/// Linux' seqlock, in which a writer makes the number odd while it writes: one reader, which takes the lock, and one writer.
class locked_seqlock : public program {
 public:
  static constexpr int threads = 2;

  void thread(unsigned i) {
    const graphs::unique_lock lock(mutex_);
    if (i == 0) return static_cast<void>(shared_.read());
    ++number_.write();
    graphs::fence(acq_rel);
    shared_.write() = 42;
    graphs::fence(acq_rel);
    ++number_.write();
  }

 private:
  graphs::mutex mutex_;
  cell<unsigned> number_;
  cell<int> shared_;
};

/// The same, with a reader that reads again if the number has changed.
template <std::memory_order Fence = acq_rel>
class seqlock : public program {
 public:
  static constexpr int threads = 2;

  void thread(unsigned i) {
    if (i == 0)
      read();
    else
      write();
  }

 private:
  void read() {
    for (;;) {
      unsigned before = 0;
      wait_until([&] { return ((before = number_.load(relaxed)) & 1) == 0; });
      graphs::fence(Fence);
      const int seen = shared_.load(relaxed);
      graphs::fence(Fence);
      if (number_.load(seq_cst) == before) return graphs::check(seen == (before == 0 ? 0 : 42), "a number comes with its value");
      again();
    }
  }
  void write() {
    const graphs::unique_lock lock(mutex_);
    number_.store(number_.load(relaxed) + 1, relaxed);
    graphs::fence(acq_rel);
    shared_.store(42, relaxed);
    graphs::fence(acq_rel);
    number_.store(number_.load(relaxed) + 1, relaxed);
  }

  graphs::mutex mutex_;
  atomic<unsigned> number_;
  atomic<int> shared_;
};

/// A barrier, in front of which one thread writes and behind which the others read.
template <std::memory_order Order = seq_cst, unsigned Readers = 1>
class spinning_barrier : public program {
 public:
  static constexpr int threads = 1 + Readers;

  void thread(unsigned i) {
    if (i == 0) data_.write() = 42;
    arrive();
    if (i != 0) data_.read();
  }

 private:
  void arrive() {
    const unsigned step = step_.load(Order);
    if (waiting_.fetch_add(1, Order) != threads - 1) return static_cast<void>(wait_until([&] { return step_.load(Order) != step; }));
    waiting_.store(0, Order);
    step_.fetch_add(1, Order);
  }

  atomic<unsigned> waiting_;
  atomic<unsigned> step_;
  cell<int> data_;
};

}  // namespace weir::tests::structures

#endif
