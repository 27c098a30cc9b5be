// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_BROKEN_TOKEN_PARK_HPP
#define MINE_BROKEN_TOKEN_PARK_HPP

#include <weir/concepts/parking_policy.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/pool.hpp>

namespace mine {

/// As token_park, but unpark takes no lock: "the store is atomic, and the lock need not be held to notify."
struct broken_token_park {
  using axis = weir::axes::parking;

  template <class P>
  class on {
   public:
    void park() {
      if (taken()) return;
      typename P::unique_lock lock(mutex_);
      while (!taken()) woken_.wait(lock);
    }
    bool park_until(typename P::clock::time_point deadline) {
      if (taken()) return true;
      typename P::unique_lock lock(mutex_);
      while (!taken()) {
        if (P::clock::now() >= deadline) return false;
        woken_.wait_until(lock, deadline);
      }
      return true;
    }
    void unpark() {
      token_.store(true, std::memory_order_release);
      woken_.notify_one();
    }

   private:
    bool taken() { return token_.exchange(false, std::memory_order_acquire); }

    typename P::mutex mutex_;
    typename P::condition_variable woken_;
    typename P::template atomic<bool> token_{false};
  };
};

static_assert(weir::parking_policy<broken_token_park>);

template <class P>
using broken_token_pool = weir::pool<broken_token_park, weir::expiry::after_idle, P>;

}  // namespace mine

#endif
