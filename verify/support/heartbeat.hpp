// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_HEARTBEAT_HPP
#define WEIR_VERIFY_SUPPORT_HEARTBEAT_HPP

#include <chrono>
#include <cstdio>

namespace weir::verify::checker {

/// Says every few seconds that long work goes on: one line each time, so that a log shows it as a terminal does.
class heartbeat {
 public:
  static inline double period = 3;  ///< seconds between two lines; 0: none

  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count(); }

  /// Prints `what: done so far, after so many seconds` to standard error, if it is time to.
  void beat(const char* what, unsigned long long done, const char* unit) {
    const double now = elapsed();
    if (period <= 0 || now < next_) return;
    next_ = now + period;
    std::fprintf(stderr, "  %s: %llu %s so far, after %.0f s\n", what, done, unit, now);
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  double next_ = period;
};

}  // namespace weir::verify::checker

#endif
