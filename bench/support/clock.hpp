// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_CLOCK_HPP
#define WEIR_BENCH_SUPPORT_CLOCK_HPP

#include <sys/resource.h>

#include <chrono>
#include <ctime>

namespace weir::bench {

using wall_clock = std::chrono::steady_clock;

[[nodiscard]] inline double nanoseconds(wall_clock::duration d) { return std::chrono::duration<double, std::nano>(d).count(); }

/// Wall time of one call, in nanoseconds.
template <class F>
[[nodiscard]] double time_of(F&& f) {
  const auto start = wall_clock::now();
  f();
  return nanoseconds(wall_clock::now() - start);
}

/// Processor time that this process has used so far, all threads, in nanoseconds.
[[nodiscard]] inline double processor_time() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// How often a thread of this process has gone to sleep so far. Each time it was woken, or will be.
[[nodiscard]] inline long sleeps() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_nvcsw;
}

}  // namespace weir::bench

#endif
