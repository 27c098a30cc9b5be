// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PERMIT_HPP
#define WEIR_PLATFORM_PERMIT_HPP

#include <weir/platform/order.hpp>

namespace weir::platform {

/// Leave to go on, given by anybody and used up by its one owner, as in Java's LockSupport. Given twice before it is used, it counts
/// once. An owner that has not gone to sleep yet is given it without a system call.
template <class P>
class permit {
 public:
  /// Ends the take that is under way, or the next one. What the giver did before is seen by the owner after it. True: the owner watches,
  /// and what it did before is seen by the giver, who is to tell it.
  bool give() {
    // [PERMIT-1] acq_rel, pairs with [PERMIT-2, PERMIT-5]: the owner that takes the permit sees what the giver did before, and the giver what
    // the owner said of itself before it watched.
    const state was = state_.exchange(given, std::memory_order_acq_rel);
    if (was == asleep) {
      { typename P::unique_lock between_its_last_look_and_its_sleep(mutex_); }
      woken_.notify_one();
    }
    return was == watched;
  }

  /// Uses the permit up if it is there.
  bool try_take() {
    // [PERMIT-3] relaxed, alone: a look that spares the others the line; the exchange below orders.
    if (state_.load(std::memory_order_relaxed) != given) return false;
    // [PERMIT-2] acquire, pairs with [PERMIT-1]: an exchange, because it may have been given again since the look; that giver is seen too.
    state_.exchange(none, std::memory_order_acquire);
    return true;
  }
  /// Instead of a sleep: the next give() answers true. False: it is there already, and is used up. The owner may take or watch again only
  /// after that.
  bool watch() {
    // [PERMIT-5] release, pairs with [PERMIT-1]: the giver sees what the owner said of itself.
    state was = none;
    if (state_.compare_exchange_strong(was, watched, std::memory_order_release, std::memory_order_relaxed)) return true;
    return !try_take();
  }
  /// Sleeps until it is there.
  void take() {
    typename P::unique_lock lock(mutex_);
    if (!fell_asleep()) return;
    while (!try_take()) woken_.wait(lock);
  }
  /// The same, until `deadline` by the clock; false when it did not come.
  bool take_until(typename P::clock::time_point deadline) {
    typename P::unique_lock lock(mutex_);
    if (!fell_asleep()) return true;
    while (!try_take()) {
      if (P::clock::now() >= deadline) return !woke_up();
      woken_.wait_until(lock, deadline);
    }
    return true;
  }

 private:
  enum state : unsigned char { none, given, asleep, watched };

  /// From `none` to `asleep`; false when the permit is there instead, which is taken.
  bool fell_asleep() { return stepped(none, asleep); }
  /// From `asleep` back to `none`; false when the permit is there instead, which is taken.
  bool woke_up() { return stepped(asleep, none); }
  bool stepped(state from, state to) {
    // [PERMIT-4] relaxed, alone: says whether the owner sleeps; a permit that is there instead is taken, which orders.
    if (state_.compare_exchange_strong(from, to, std::memory_order_relaxed, std::memory_order_relaxed)) return true;
    return !try_take();
  }

  typename P::template atomic<state> state_;
  typename P::mutex mutex_;
  typename P::condition_variable woken_;
};

}  // namespace weir::platform

#endif
