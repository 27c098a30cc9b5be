// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PARKING_SPIN_THEN_PARK_HPP
#define WEIR_POLICIES_PARKING_SPIN_THEN_PARK_HPP

#include <weir/concepts/parking_policy.hpp>
#include <weir/platform/permit.hpp>

namespace weir::parking {

/// An idle worker polls `Spins` times for its unpark, with a processor pause in between, and then sleeps in the operating system.
///
/// Guarantee:  an unpark is never lost: an unpark before the park ends it at once. The unpark of a worker that still spins makes no
///             system call.
/// Cost:       processor time for the spins, 10 to 50 ns each, every time a worker goes idle; after that as parking::park.
/// Not for:    pools with more workers than processors, and machines where power matters: use parking::adaptive or parking::park.
/// Visibility: what the waker did before unpark() is visible after park().
template <unsigned Spins>
struct spin_then_park {
  static_assert(Spins >= 1, "weir::parking::spin_then_park<Spins>: Spins must be at least 1; parking::park does not spin");
  using axis = axes::parking;

  template <class P>
  class on {
   public:
    /// Waits for an unpark and consumes it.
    void park() {
      if (!spun()) permit_.take();
    }
    /// As park(), at most until `deadline`; false if no unpark came.
    bool park_until(typename P::clock::time_point deadline) {
      return (P::clock::now() < deadline && spun()) || permit_.take_until(deadline);
    }
    /// Ends the current park(), or the next one.
    void unpark() { permit_.give(); }

   private:
    bool spun() {
      for (unsigned n = 0; n != Spins; ++n) {
        if (permit_.try_take()) return true;
        P::relax();
      }
      return false;
    }

    platform::permit<P> permit_;
  };
};

static_assert(parking_policy<spin_then_park<1>>);

}  // namespace weir::parking

#endif
