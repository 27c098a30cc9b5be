// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_TOKEN_PARK_HPP
#define MINE_TOKEN_PARK_HPP

#include <weir/concepts/parking_policy.hpp>

namespace mine {

/// A worker that finds its token takes no lock; only one that has to sleep does.
struct token_park {
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
      { typename P::unique_lock lock(mutex_); }  // a worker that looked before the token was there sleeps by now
      woken_.notify_one();
    }

   private:
    bool taken() { return token_.exchange(false, std::memory_order_acquire); }

    typename P::mutex mutex_;
    typename P::condition_variable woken_;
    typename P::template atomic<bool> token_{false};
  };
};

static_assert(weir::parking_policy<token_park>);

}  // namespace mine

#endif
