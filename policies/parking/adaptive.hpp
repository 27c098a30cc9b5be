// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PARKING_ADAPTIVE_HPP
#define WEIR_POLICIES_PARKING_ADAPTIVE_HPP

#include <weir/concepts/parking_policy.hpp>
#include <weir/platform/permit.hpp>

#include <chrono>

namespace weir::parking {

/// A worker whose last wait was short keeps its processor for a moment and looks whether it is woken; any other sleeps in the
/// operating system. After Solaris' adaptive mutexes: spin for about as long as a sleep and a wake-up cost, if that has a prospect.
///
/// Guarantee:  an unpark is never lost: one that comes before the park ends it at once. The unpark of a worker that still looks makes no
///             system call. An idle pool uses no processor time: a worker looks for 50 µs at most and then sleeps until it is woken.
/// Cost:       up to 50 µs of a processor for a wait that turns out long after one that was short; two readings of the clock a wait.
/// Not for:    machines that pay for every microsecond of power: parking::park.
/// Visibility: what the waker did before unpark() is seen after park().
struct adaptive {
  using axis = axes::parking;

  static constexpr std::chrono::nanoseconds look_for = std::chrono::microseconds(50);
  /// A wait that took less through the system would have ended while looking: about half of it was the way to sleep and back.
  static constexpr std::chrono::nanoseconds is_short = 2 * look_for;

  template <class P>
  class on {
   public:
    /// Waits for an unpark and uses it up.
    void park() {
      const auto began = P::clock::now();
      if (!looked()) permit_.take();
      learn(began);
    }
    /// The same, until `deadline` by the clock; false when no unpark came.
    bool park_until(typename P::clock::time_point deadline) {
      const auto began = P::clock::now();
      const bool came = (began < deadline && looked()) || permit_.take_until(deadline);
      learn(began);
      return came;
    }
    /// Ends the park that is under way, or the next one.
    void unpark() { permit_.give(); }

   private:
    bool looked() {
      return last_was_short_ && P::poll([this] { return permit_.try_take(); }, look_for);
    }
    void learn(typename P::clock::time_point began) { last_was_short_ = P::clock::now() - began < is_short; }

    platform::permit<P> permit_;
    bool last_was_short_ = false;  // the parking worker's own
  };
};

static_assert(parking_policy<adaptive>);

}  // namespace weir::parking

#endif
