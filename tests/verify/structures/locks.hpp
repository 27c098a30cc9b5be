// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_LOCKS_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_LOCKS_HPP

#include "program.hpp"

#include <array>

namespace weir::tests::structures {

/// Each thread writes what the lock guards, reads it, and leaves.
template <class Lock, int Threads = 2, bool LooksOnce = false>
class lockers : public program {
 public:
  static constexpr int threads = Threads;

  lockers() : program(LooksOnce) {}

  void thread(unsigned i) {
    const unsigned told = Lock::numbered ? i : 0;
    if (!assume(lock_.lock(*this, i))) return;
    shared_.write() = told;
    graphs::check(shared_.read() == told, "the lock excludes the other thread");
    lock_.unlock(*this, i);
  }

  using program::again;
  using program::wait_until;

 private:
  Lock lock_;
  cell<unsigned> shared_;
};

// In what follows lock() answers false if an assumption does not hold, and `all` counts the rounds.

/// It looks until the lock seems free, and then tries to take it.
template <std::memory_order Free = release>
class spinlock {
 public:
  static constexpr bool numbered = true;
  bool lock(auto& all, unsigned) {
    for (int free = 0;; free = 0) {
      all.wait_until([&] { return locked_.load(relaxed) == 0; });
      if (locked_.compare_exchange_strong(free, 1, acquire, acquire)) return true;
      all.again();
    }
  }
  void unlock(auto&, unsigned) { locked_.store(0, Free); }

 private:
  atomic<int> locked_;
};

/// The same with an exchange that always writes ("test and test-and-set"). If it does not `Look`, an exchange that finds the lock taken is assumed
/// away.
template <bool Look>
class ttas_lock {
 public:
  static constexpr bool numbered = true;
  bool lock(auto& all, unsigned) {
    for (;;) {
      if (Look) all.wait_until([&] { return locked_.load(relaxed) == 0; });
      if (locked_.exchange(1, acquire) == 0) return true;
      if (!Look) return false;
      all.again();
    }
  }
  void unlock(auto&, unsigned) { locked_.store(0, release); }

 private:
  atomic<int> locked_;
};

/// Threads draw numbers, and wait for theirs.
class ticket_lock {
 public:
  static constexpr bool numbered = false;
  bool lock(auto& all, unsigned) {
    const int ticket = next_.fetch_add(1, relaxed);
    all.wait_until([&] { return owner_.load(acquire) == ticket; });
    return true;
  }
  void unlock(auto&, unsigned) { owner_.store(owner_.load(relaxed) + 1, release); }

 private:
  atomic<int> next_;
  atomic<int> owner_;
};

/// The same with an array in which threads wait that are not next ("TWA - ticket locks augmented with a waiting array", by Dice and Kogan, Euro-Par
/// 2019).
class waiting_array_lock {
 public:
  static constexpr bool numbered = true;
  bool lock(auto& all, unsigned) {
    const int ticket = ticket_.fetch_add(1, relaxed);
    const int ahead = ticket - grant_.load(acquire);
    if (ahead == 0) return true;
    if (ahead > near) wait_in_the_array(all, ticket);
    all.wait_until([&] { return grant_.load(acquire) == ticket; });
    return true;
  }
  void unlock(auto&, unsigned) {
    const int next = grant_.load(relaxed) + 1;
    grant_.store(next, release);
    array_[static_cast<unsigned>(next + near)].fetch_add(1, release);
  }

 private:
  static constexpr int near = 1;

  void wait_in_the_array(auto& all, int ticket) {
    atomic<int>& place = array_[static_cast<unsigned>(ticket)];
    int seen = place.load(acquire);
    for (int granted = grant_.load(relaxed); ticket - granted > near; granted = grant_.load(relaxed)) {
      int next = seen;
      all.wait_until([&] { return (next = place.load(acquire)) != seen; });
      seen = next;
    }
  }

  atomic<int> ticket_;
  atomic<int> grant_;
  std::array<atomic<int>, 8> array_;
};

/// Drepper's mutex over a futex ("Futexes are tricky"): free, taken, or taken and waited for. The futex is a number that a wake-up raises.
class futex_mutex {
 public:
  static constexpr bool numbered = true;
  bool lock(auto& all, unsigned) {
    if (changes(0, 1, acquire)) return true;
    for (;;) {
      const bool marked = changes(1, 2, relaxed);
      sleep(all);
      if (changes(0, 2, acquire)) return true;
      if (!marked) all.again();
    }
  }
  void unlock(auto&, unsigned) {
    if (changes(1, 0, release)) return;
    state_.store(0, release);
    wakes_.fetch_add(1, release);
  }

 private:
  bool changes(int from, int to, std::memory_order order) {
    return state_.compare_exchange_strong(from, to, order, order == release ? relaxed : order);
  }
  void sleep(auto& all) {
    const int before = wakes_.load(acquire);
    if (state_.load(acquire) != 2) return;
    all.wait_until([&] { return wakes_.load(acquire) != before; });
  }

  atomic<int> state_;
  atomic<int> wakes_;
};

/// Mellor-Crummey and Scott's lock ("Algorithms for scalable synchronization on shared-memory multiprocessors", TOCS 1991), with Linux' orders.
/// Told to do so, the link is published with release and followed with acquire.
template <std::memory_order Publish = relaxed, std::memory_order Follow = relaxed>
class mcs_lock {
 public:
  static constexpr bool numbered = false;
  bool lock(auto& all, unsigned i) {
    node& mine = nodes_[i];
    mine.locked.store(0, relaxed);
    mine.next.store(nullptr, relaxed);
    node* const before = last_.exchange(&mine, acq_rel);
    if (before == nullptr) return true;
    before->next.store(&mine, Publish);
    return all.wait_until([&] { return mine.locked.load(acquire) != 0; });
  }
  void unlock(auto& all, unsigned i) {
    node& mine = nodes_[i];
    node* next = mine.next.load(Follow);
    if (next == nullptr) {
      if (node* expected = &mine; last_.compare_exchange_strong(expected, nullptr, release, relaxed)) return;
      if (!all.wait_until([&] { return (next = mine.next.load(Follow)) != nullptr; })) return;
    }
    next->locked.store(1, release);
  }

 private:
  struct node {
    atomic<node*> next;
    atomic<int> locked;
  };
  atomic<node*> last_;
  std::array<node, 3> nodes_;
};

/// Linux' queued lock, without its queue, as two threads need no more than its first waiter, which has a bit of its own.
class queued_lock {
 public:
  static constexpr bool numbered = false;
  bool lock(auto& all, unsigned) {
    unsigned found = 0;
    if (word_.compare_exchange_strong(found, locked, acquire, relaxed)) return true;
    for (;;) {
      graphs::check((found & ~locked) == 0, "no other thread waits");
      const unsigned wanted = found == locked ? locked | pending : locked;
      if (!word_.compare_exchange_strong(found, wanted, acquire, relaxed)) continue;
      if (wanted == locked) return true;
      all.wait_until([&] { return (word_.load(relaxed) & locked) == 0; });
      graphs::fence(acquire);
      word_.fetch_add(locked - pending, relaxed);
      return true;
    }
  }
  void unlock(auto&, unsigned) { word_.fetch_sub(locked, release); }

 private:
  static constexpr unsigned locked = 1;
  static constexpr unsigned pending = 1 << 8;
  atomic<unsigned> word_;
};

}  // namespace weir::tests::structures

#endif
