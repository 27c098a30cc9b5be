// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FUTEX_MUTEX_HPP
#define WEIR_PLATFORM_FUTEX_MUTEX_HPP

#include <atomic>

namespace weir::platform {

/// A mutex of one word, which a lock and an unlock without other threads change once each. A thread that finds it locked looks at it for a moment before
/// it sleeps, as most locks are held for less than a sleep takes; it sleeps at once if another thread does. Not fair: a thread that comes later may have
/// the lock before one that sleeps. `Word` is futex_word, or a checker's model of it. Proof: docs/design/locks.md
/// Source: U. Drepper, "Futexes Are Tricky" (2011), the third mutex; the looks: Rust's standard library.
template <class Word>
class futex_mutex {
 public:
  void lock() {
    if (!locked_it()) [[unlikely]]
      wait();
  }
  void unlock() {
    // [LOCK-3] release, pairs with [LOCK-1, LOCK-2]. The thread that locks next may destroy the mutex: only its address is used after this.
    if (word_.exchange(unlocked, std::memory_order_release) == locked_and_awaited) [[unlikely]]
      word_.wake();
  }

 private:
  using state = unsigned;
  static constexpr state unlocked = 0;
  static constexpr state locked = 1;
  static constexpr state locked_and_awaited = 2;

  [[nodiscard]] bool locked_it() {
    state seen = unlocked;
    // [LOCK-1] acquire, pairs with [LOCK-3]: sees what was done under the lock before.
    return word_.compare_exchange_strong(seen, locked, std::memory_order_acquire, std::memory_order_relaxed);
  }
  [[gnu::cold, gnu::noinline]] void wait() {
    for (unsigned looks = 0; looks != Word::looks; ++looks) {
      Word::relax();
      // [LOCK-4] relaxed, alone: a read that leaves the cache line shared; locked_it() orders.
      const state seen = word_.load(std::memory_order_relaxed);
      if (seen == locked_and_awaited) break;  // the looks of many threads would hold up its owner
      if (seen == unlocked && locked_it()) return;
    }
    sleep();
  }
  /// Locks as `locked_and_awaited`, although no other thread may sleep: this one was woken, and cannot know whether it was the only one.
  void sleep() {
    // [LOCK-2] acquire, pairs with [LOCK-3]: sees what was done under the lock before.
    while (word_.exchange(locked_and_awaited, std::memory_order_acquire) != unlocked) word_.wait(locked_and_awaited);
  }

  Word word_{unlocked};
};

}  // namespace weir::platform

#endif
