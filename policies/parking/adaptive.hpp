// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PARKING_ADAPTIVE_HPP
#define WEIR_POLICIES_PARKING_ADAPTIVE_HPP

#include <weir/concepts/parking_policy.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/permit.hpp>

namespace weir::parking {

/// A worker whose last unpark came soon after its park polls for the next one for a moment; any other sleeps in the operating system at once. After
/// Solaris' adaptive mutexes: spin for about as long as a sleep and a wake-up take, if the wait is likely to end by then. How long the system took to run
/// the worker again does not count: where many threads want few processors, workers would fall asleep after each task then, and many posts wake one.
///
/// Guarantee:  an unpark is never lost: an unpark before the park ends it at once. The unpark of a worker that still polls makes no
///             system call. An idle pool uses no processor time: a worker polls for 50 µs at most and then sleeps until it is woken.
/// Cost:       up to 50 µs of processor time for a long wait that follows a short one, which a thread that is ready to run gets instead after some
///             microseconds; two or three readings of the clock per wait.
/// Not for:    machines where power matters more than latency: use parking::park.
/// Visibility: what the waker did before unpark() is visible after park().
struct adaptive {
  using axis = axes::parking;

  static constexpr std::chrono::nanoseconds look_for = std::chrono::microseconds(50);
  /// Twice the look: the wait that follows may be shorter than this one.
  static constexpr std::chrono::nanoseconds is_short = 2 * look_for;

  template <class P>
  class on {
   public:
    using time_point = typename P::clock::time_point;

    /// Waits for an unpark and consumes it.
    void park() {
      const auto began = P::clock::now();
      if (looked([this] { return permit_.try_take(); })) return;
      learn(began, permit_.take());
    }
    /// As park(), at most until `deadline`; false if no unpark came.
    bool park_until(time_point deadline) {
      const auto began = P::clock::now();
      bool came = false;
      const auto over = [&] { return (came = permit_.try_take()) || P::clock::now() >= deadline; };
      if (began < deadline && looked(over) && came) return true;
      const auto unparked = permit_.take_until(deadline);
      learn(began, unparked ? *unparked : P::clock::now());
      return unparked.has_value();
    }
    /// Ends the current park(), or the next one.
    void unpark() { permit_.give(); }

   private:
    template <class Over>
    bool looked(Over over) {
      return last_was_short_ && P::poll(over, look_for);
    }
    void learn(time_point began, time_point ended) { last_was_short_ = ended - began < is_short; }

    platform::permit<P> permit_;
    bool last_was_short_ = false;  // used only by the parking worker
  };
};

static_assert(parking_policy<adaptive>);

}  // namespace weir::parking

#endif
