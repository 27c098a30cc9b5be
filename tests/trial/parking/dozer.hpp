// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/parking_policy.md
// conformance: parking trial::dozer<2>
// 1: unpark() leaves the token with a relaxed exchange | What the waker did before `unpark` must be visible after the `park` that it ended.
// 2: unpark() notifies without having had the lock | `unpark` leaves the token and wakes the worker
// 3: unpark() looks first and stores then | An `unpark` that comes before the `park` must end that `park` at once.
// 4: park_until() that gives up clears a token that has just come | A token that is there is taken, even after `t`
// 5: the spinning has no end | Every loop that waits for another thread must call `P::yield()` or wait; a loop that spins with `P::relax()` must be bounded
#ifndef TESTS_TRIAL_PARKING_DOZER_HPP
#define TESTS_TRIAL_PARKING_DOZER_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

namespace trial {

/// Looks for the token some times, then says that it sleeps, and does. A waker that sees none asleep takes no lock.
template <int Looks>
struct dozer {
  using axis = weir::axes::parking;

  template <class P>
  class on {
   public:
    void park() {
      if (looked()) return;
      typename P::unique_lock lock(mutex_);
      if (!lies_down()) return;
      while (state_.load(std::memory_order_acquire) != token) woken_.wait(lock);
      state_.exchange(awake, std::memory_order_acquire);
    }
    bool park_until(typename P::clock::time_point deadline) {
      if (looked()) return true;
      typename P::unique_lock lock(mutex_);
      if (!lies_down()) return true;
      while (state_.load(std::memory_order_acquire) != token && P::clock::now() < deadline) woken_.wait_until(lock, deadline);
      if (broken == 4) {
        const bool there = state_.load(std::memory_order_acquire) == token;
        state_.store(awake, std::memory_order_relaxed);
        return there;
      }
      return state_.exchange(awake, std::memory_order_acquire) == token;
    }
    void unpark() {
      int before = state_.load(std::memory_order_relaxed);
      if (broken == 3)
        state_.store(token, std::memory_order_release);
      else
        before = state_.exchange(token, broken == 1 ? std::memory_order_relaxed : std::memory_order_acq_rel);
      if (before != asleep) return;
      if (broken != 2) typename P::unique_lock lock(mutex_);
      woken_.notify_one();
    }

   private:
    static constexpr int awake = 0;
    static constexpr int token = 1;
    static constexpr int asleep = 2;

    bool looked() {
      for (int n = 0; n != Looks || broken == 5; ++n) {
        if (state_.load(std::memory_order_relaxed) == token) return state_.exchange(awake, std::memory_order_acquire), true;
        P::relax();
      }
      return false;
    }
    /// False: the token was there, and is taken.
    bool lies_down() {
      int expected = awake;
      if (state_.compare_exchange_strong(expected, asleep, std::memory_order_acq_rel, std::memory_order_acquire)) return true;
      state_.exchange(awake, std::memory_order_acquire);
      return false;
    }

    typename P::mutex mutex_;
    typename P::condition_variable woken_;
    typename P::template atomic<int> state_;
  };
};
static_assert(weir::parking_policy<dozer<2>>);

template <class P>
using verified = weir::pool<dozer<2>, weir::queue::bounded<1>, weir::expiry::after_idle, P>;

}  // namespace trial

#endif
