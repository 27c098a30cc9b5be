// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PERMIT_HPP
#define WEIR_PLATFORM_PERMIT_HPP

#include <weir/platform/order.hpp>

#include <optional>

namespace weir::platform {

/// A binary permit as in Java's LockSupport: any thread gives it, its one owner takes it. Given twice before it is taken, it counts
/// once. give() makes no system call if the owner is not asleep.
template <class P>
class permit {
 public:
  using time_point = typename P::clock::time_point;

  /// Ends the current take, or the next one; the owner then sees what the giver did before. True: the owner called watch(), the giver
  /// sees what the owner did before that, and must notify it.
  bool give() {
    // [PERMIT-1] acq_rel, pairs with [PERMIT-2, PERMIT-5]: the owner that takes the permit sees what the giver did before, and the giver what
    // the owner did before watch().
    const state was = state_.exchange(given, std::memory_order_acq_rel);
    if (was == asleep) {
      {
        typename P::unique_lock between_its_last_look_and_its_sleep(mutex_);
        given_at_.write() = P::clock::now();
      }
      woken_.notify_one();
    }
    return was == watched;
  }

  /// Takes the permit if it was given.
  bool try_take() {
    // [PERMIT-3] relaxed, alone: a read that leaves the cache line shared; the exchange below orders.
    if (state_.load(std::memory_order_relaxed) != given) return false;
    // [PERMIT-2] acquire, pairs with [PERMIT-1]: an exchange, because what a later giver did must be visible too.
    state_.exchange(none, std::memory_order_acquire);
    return true;
  }
  /// Instead of sleeping: the next give() returns true, and only after it may the owner take or watch again. False: the permit was given
  /// before, and is taken.
  bool watch() {
    // [PERMIT-5] release, pairs with [PERMIT-1]: the giver sees what the owner did before.
    state was = none;
    if (state_.compare_exchange_strong(was, watched, std::memory_order_release, std::memory_order_relaxed)) return true;
    return !try_take();
  }
  /// After watch(): the next give() does not return true. False: the permit was given, and not taken; that give() returned true.
  bool watch_no_more() {
    // [PERMIT-6] relaxed, alone: only says whether the giver notifies the owner; if it does, the notification orders.
    state was = watched;
    return state_.compare_exchange_strong(was, none, std::memory_order_relaxed, std::memory_order_relaxed);
  }
  /// Sleeps until the permit is given, and takes it. Returns when that was, which may be long before this thread runs again; an earlier time if it was
  /// given before the sleep.
  time_point take() {
    typename P::unique_lock lock(mutex_);
    if (fell_asleep()) {
      while (!try_take()) woken_.wait(lock);
    }
    return given_at_.read();
  }
  /// As take(), at most until `deadline`; empty if the permit was not given.
  std::optional<time_point> take_until(time_point deadline) {
    typename P::unique_lock lock(mutex_);
    if (!fell_asleep()) return given_at_.read();
    while (!try_take()) {
      if (P::clock::now() >= deadline) {
        if (woke_up()) return std::nullopt;
        break;
      }
      woken_.wait_until(lock, deadline);
    }
    return given_at_.read();
  }

 private:
  enum state : unsigned char { none, given, asleep, watched };

  /// From `none` to `asleep`; false if the permit was given, which is then taken.
  bool fell_asleep() { return stepped(none, asleep); }
  /// From `asleep` back to `none`; false if the permit was given, which is then taken.
  bool woke_up() { return stepped(asleep, none); }
  bool stepped(state from, state to) {
    // [PERMIT-4] relaxed, alone: only says whether the owner sleeps; if the permit was given, try_take() orders.
    if (state_.compare_exchange_strong(from, to, std::memory_order_relaxed, std::memory_order_relaxed)) return true;
    return !try_take();
  }

  typename P::template atomic<state> state_;
  typename P::mutex mutex_;
  typename P::condition_variable woken_;
  typename P::template cell<time_point> given_at_;  // to an owner that was asleep
};

}  // namespace weir::platform

#endif
