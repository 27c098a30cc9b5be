// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/parking_policy.md
// conformance: parking trial::sleeper
// 1: notifies before the token is there | An `unpark` that comes before the `park` must end that `park` at once.
// 2: park() waits once, whether or not the token has come | `park` must not return without a token
// 3: park() leaves the token where it is | `park` waits for it and takes it
// 4: park_until() looks at the clock before the token | A token that is there is taken, even after `t`
// 5: unpark() sets the token without the lock | What the waker did before `unpark` must be visible after the `park` that it ended.
#ifndef TESTS_TRIAL_PARKING_SLEEPER_HPP
#define TESTS_TRIAL_PARKING_SLEEPER_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

namespace trial {

/// A lock, a condition variable and a token.
struct sleeper {
  using axis = weir::axes::parking;

  template <class P>
  class on {
   public:
    void park() {
      typename P::unique_lock lock(mutex_);
      if (broken == 2) {
        if (!token_.read()) woken_.wait(lock);
      } else {
        while (!token_.read()) woken_.wait(lock);
      }
      if (broken != 3) token_.write() = false;
    }
    bool park_until(typename P::clock::time_point deadline) {
      typename P::unique_lock lock(mutex_);
      for (;;) {
        if (broken == 4 && P::clock::now() >= deadline) return false;
        if (token_.read()) break;
        if (P::clock::now() >= deadline) return false;
        woken_.wait_until(lock, deadline);
      }
      token_.write() = false;
      return true;
    }
    void unpark() {
      if (broken == 1) woken_.notify_one();
      if (broken == 5) {
        token_.write() = true;
      } else {
        typename P::unique_lock lock(mutex_);
        token_.write() = true;
      }
      if (broken != 1) woken_.notify_one();
    }

   private:
    typename P::mutex mutex_;
    typename P::condition_variable woken_;
    typename P::template cell<bool> token_;
  };
};
static_assert(weir::parking_policy<sleeper>);

template <class P>
using verified = weir::pool<sleeper, weir::queue::bounded<1>, weir::expiry::after_idle, P>;

}  // namespace trial

#endif
