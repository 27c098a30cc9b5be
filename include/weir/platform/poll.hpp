// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_POLL_HPP
#define WEIR_PLATFORM_POLL_HPP

#include <weir/platform/durations.hpp>

namespace weir::platform {

/// Calls `found`, with pauses and without sleeping, until it returns true or `most` has passed. Returns its last result. A thread that is ready to
/// run gets the processor within some microseconds: among more threads than processors, `found` may be waiting for it. The time until this thread
/// has the processor back does not count: `most` is what it may use.
template <class P, class F>
bool poll(F found, std::chrono::nanoseconds most) {
  constexpr unsigned looks_between_readings = 16;  // a reading of the clock costs several looks
  constexpr unsigned readings_between_yields = 16;  // a yield costs several readings, also if no other thread is ready
  if (found()) return true;
  auto until = P::clock::now() + most;
  for (unsigned readings = 1;; ++readings) {
    for (unsigned n = 0; n != looks_between_readings; ++n) {
      P::relax();
      if (found()) return true;
    }
    const auto now = P::clock::now();
    if (now >= until) return false;
    if (readings % readings_between_yields == 0) {
      P::yield();
      until += P::clock::now() - now;
    }
  }
}

}  // namespace weir::platform

#endif
