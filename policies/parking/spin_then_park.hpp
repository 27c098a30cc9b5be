// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PARKING_SPIN_THEN_PARK_HPP
#define WEIR_POLICIES_PARKING_SPIN_THEN_PARK_HPP

#include <weir/concepts/parking_policy.hpp>
#include <weir/platform/order.hpp>

namespace weir::parking {

/// An idle worker looks `Spins` times whether it has been woken, with a processor's pause in between, and then sleeps in the operating
/// system.
///
/// Guarantee:  an unpark is never lost: one that comes before the park ends it at once. The unpark of a worker that still spins makes no
///             system call.
/// Cost:       a processor for the time of the spins, 10 to 50 ns each, every time a worker goes idle; after that as parking::park.
/// Not for:    pools with more workers than processors, and machines that pay for power: parking::park.
/// Visibility: what the waker did before unpark() is seen after park().
template <unsigned Spins>
struct spin_then_park {
  static_assert(Spins >= 1, "weir::parking::spin_then_park<Spins>: Spins must be at least 1; parking::park does not spin");
  using axis = axes::parking;

  template <class P>
  class on {
   public:
    /// Waits for an unpark and uses it up.
    void park() {
      if (spun()) return;
      typename P::unique_lock lock(mutex_);
      if (!fell_asleep()) return;
      while (!taken()) woken_.wait(lock);
    }
    /// The same, until `deadline` by the clock; false when no unpark came.
    bool park_until(typename P::clock::time_point deadline) {
      if (spun()) return true;
      typename P::unique_lock lock(mutex_);
      if (!fell_asleep()) return true;
      while (!taken()) {
        if (P::clock::now() >= deadline) return !woke_up();
        woken_.wait_until(lock, deadline);
      }
      return true;
    }
    /// Ends the park that is under way, or the next one.
    void unpark() {
      // [SPIN-1] release, pairs with [SPIN-2]: what the waker did before is seen by the worker that takes the token.
      if (state_.exchange(token, std::memory_order_release) != asleep) return;
      { typename P::unique_lock between_its_last_look_and_its_sleep(mutex_); }
      woken_.notify_one();
    }

   private:
    enum state : unsigned char { nothing, token, asleep };

    bool spun() {
      for (unsigned n = 0; n != Spins; ++n) {
        if (taken()) return true;
        P::relax();
      }
      return false;
    }
    /// Takes the token if it is there. Nobody else takes it, so one that was seen stays.
    bool taken() {
      // [SPIN-3] relaxed, alone: a look that spares the others the line; the exchange below orders.
      if (state_.load(std::memory_order_relaxed) != token) return false;
      // [SPIN-2] acquire, pairs with [SPIN-1]: an exchange, because a second unpark may have come since the look; its waker is seen too.
      state_.exchange(nothing, std::memory_order_acquire);
      return true;
    }
    /// From `nothing` to `asleep`; false when there is a token instead, which is taken.
    bool fell_asleep() { return stepped(nothing, asleep); }
    /// From `asleep` back to `nothing`; false when there is a token instead, which is taken.
    bool woke_up() { return stepped(asleep, nothing); }
    bool stepped(state from, state to) {
      // [SPIN-4] relaxed, alone: says whether the worker sleeps; a token that is there instead is taken, which orders.
      if (state_.compare_exchange_strong(from, to, std::memory_order_relaxed, std::memory_order_relaxed)) return true;
      return !taken();
    }

    typename P::template atomic<state> state_;
    typename P::mutex mutex_;
    typename P::condition_variable woken_;
  };
};

static_assert(parking_policy<spin_then_park<1>>);

}  // namespace weir::parking

#endif
