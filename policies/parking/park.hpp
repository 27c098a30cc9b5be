// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PARKING_PARK_HPP
#define WEIR_POLICIES_PARKING_PARK_HPP

#include <weir/concepts/parking_policy.hpp>

namespace weir::parking {

/// An idle worker sleeps in the operating system until it is woken.
///
/// Guarantee:  an unpark is never lost: an unpark before the park ends it at once. An idle pool uses no processor time.
/// Cost:       a wake-up through the system, some microseconds of work and tens of microseconds until the worker runs.
/// Not for:    latencies below that.
/// Visibility: what the waker did before unpark() is visible after park().
struct park {
  using axis = axes::parking;

  template <class P>
  class on {
   public:
    /// Waits for an unpark and consumes it.
    void park() {
      typename P::unique_lock lock(mutex_);
      while (!unparked_.read()) woken_.wait(lock);
      unparked_.write() = false;
    }
    /// As park(), at most until `deadline`; false if no unpark came.
    bool park_until(typename P::clock::time_point deadline) {
      typename P::unique_lock lock(mutex_);
      while (!unparked_.read() && P::clock::now() < deadline) woken_.wait_until(lock, deadline);
      const bool came = unparked_.read();
      unparked_.write() = false;
      return came;
    }
    /// Ends the current park(), or the next one.
    void unpark() {
      {
        typename P::unique_lock lock(mutex_);
        unparked_.write() = true;
      }
      woken_.notify_one();
    }

   private:
    typename P::mutex mutex_;
    typename P::condition_variable woken_;
    typename P::template cell<bool> unparked_{false};
  };
};

static_assert(parking_policy<park>);

}  // namespace weir::parking

#endif
