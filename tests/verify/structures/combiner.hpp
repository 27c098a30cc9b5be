// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_COMBINER_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_COMBINER_HPP

#include "program.hpp"

#include <algorithm>
#include <array>

namespace weir::tests::structures {

/// A queue of messages, whose first sender does the work of the others too ("Flat combining and the synchronization-parallelism tradeoff", by
/// Hendler, Incze, Shavit and Tzafrir, SPAA 2010): each of two threads adds a number to a set. What is plain and atomic in turn in GenMC's program is
/// atomic here.
class combiner : public program {
 public:
  static constexpr int threads = 2;

  combiner() : program(true) {}
  void thread(unsigned) {
    const int number = drawn_.fetch_add(1, seq_cst);
    message& mine = messages_[static_cast<unsigned>(number)];
    mine.adds = number;
    mine.blocks.store(1, relaxed);
    mine.blocks.store(0, relaxed);
    mine.done.store(nullptr, relaxed);
    if (enters(mine) && !work(&mine, mine)) return;
    mine.blocks.store(1, relaxed);
    message* found = nullptr;
    const bool woken = wait_until([&] {
      found = mine.done.load(relaxed);
      if (found == nullptr && takeover_.load(relaxed) != nullptr) found = takeover_.exchange(nullptr, relaxed);
      return found != nullptr;
    });
    if (!woken) return;
    graphs::fence(acquire);
    if (found != finished() && !work(found, mine)) return;
    graphs::check(mine.ran.read() == 1, "a message's work is done once");
  }

 private:
  struct message {
    atomic<message*> next;
    cell<message*> previous;
    atomic<message*> done;
    atomic<int> blocks;
    cell<int> ran;
    int adds = 0;
  };
  static constexpr int most_in_a_row = 2;

  /// What a message that is done has in `done`.
  message* finished() { return &finished_; }

  bool enters(message& mine) {
    mine.next.store(nullptr, relaxed);
    message* const before = queue_.exchange(&mine, release);
    graphs::fence(acquire);
    mine.previous.write() = before;
    if (before != nullptr) before->next.store(&mine, release);
    return before == nullptr;
  }
  /// What follows answers false if an assumption does not hold.
  bool work(message* head, message& mine) {
    message* const last = perform(head);
    if (mine.done.load(relaxed) == nullptr && &mine != last && !remove(mine)) return false;
    return notify(*last);
  }
  message* perform(message* head) {
    message* last = nullptr;
    for (int n = 0; head != nullptr && n != most_in_a_row; ++n) {
      message* const next = head->next.load(acquire);
      head->previous.write() = nullptr;
      run(*head);
      if (last != nullptr) last->done.store(finished(), release);
      last = head;
      head = next;
    }
    return last;
  }
  void run(message& m) {
    set_.write()[static_cast<unsigned>(m.adds)] = true;
    ++m.ran.write();
  }
  bool notify(message& last) {
    message* next = nullptr;
    if (!advance(last, next)) return false;
    last.done.store(finished(), release);
    if (next == nullptr) return true;
    message* sleeper = next;
    while (sleeper != nullptr && sleeper->blocks.load(relaxed) == 0) sleeper = sleeper->next.load(acquire);
    (sleeper != nullptr ? sleeper->done : takeover_).store(next, release);
    return true;
  }
  bool advance(message& head, message*& next) {
    next = head.next.load(acquire);
    graphs::fence(acq_rel);
    if (next != nullptr) return true;
    if (message* expected = &head; queue_.compare_exchange_strong(expected, nullptr, relaxed, relaxed)) return true;
    next = head.next.load(acquire);
    return assume(next != nullptr);
  }
  bool remove(message& m) {
    run(m);
    m.done.store(finished(), relaxed);
    message* next = nullptr;
    message* const before = m.previous.read();
    if (before == nullptr) return advance(m, next);
    next = m.next.load(acquire);
    if (!assume(next != nullptr)) return false;
    before->next.store(next, release);
    return true;
  }

  atomic<int> drawn_;
  atomic<message*> queue_;
  atomic<message*> takeover_;
  std::array<message, threads> messages_;
  message finished_;
  cell<std::array<bool, threads>> set_;
};

}  // namespace weir::tests::structures

#endif
