// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_CORES_HPP
#define WEIR_BENCH_DRIVER_CORES_HPP

#include <chrono>

namespace weir::bench {

/// Processor seconds since the machine started: all processes, and time that a host took from this machine.
[[nodiscard]] double machine_seconds();

/// What other processes used of the machine while one was measured.
struct disturbance {
  double seconds = 0;  ///< processor time of others
  double share = 0;    ///< of all cores, over that time

  /// The kernel counts the machine in ticks, so a little is only its rounding.
  [[nodiscard]] bool quiet() const { return share < 0.05 || seconds < 0.03; }
};

/// Sleeps until no other process has used the cores for a moment, or the time is up.
void await_quiet(std::chrono::milliseconds at_most);

}  // namespace weir::bench

#endif
