// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_SPIN_HPP
#define WEIR_BENCH_SUPPORT_SPIN_HPP

#include <algorithm>
#include <cstdint>

#include "bench/support/clock.hpp"

namespace weir::bench {

/// Work that takes a known time and touches no memory: a chain of multiplications, each waiting for the one before.
class spin {
 public:
  /// Finds how many steps make `nanoseconds` on this machine now: the fastest of several tries, since anything that
  /// disturbs a try makes it slower.
  explicit spin(double nanoseconds) {
    constexpr std::uint64_t probe = 20'000;
    double best = 1e18;
    for (int i = 0; i < 20; ++i) best = std::min(best, time_of([] { run(probe); }));
    steps_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(nanoseconds * static_cast<double>(probe) / best));
  }

  void operator()() const { run(steps_); }

  /// Nanoseconds of one call without any pool, the fastest of several tries.
  [[nodiscard]] double alone() const {
    constexpr int calls = 200;
    double best = 1e18;
    for (int i = 0; i < 20; ++i) {
      best = std::min(best, time_of([this] {
                        for (int c = 0; c < calls; ++c) (*this)();
                      }));
    }
    return best / calls;
  }

 private:
  /// Not inlined: there is one copy of the loop for the tasks of all contestants, and for the serial time that they are compared with.
  [[gnu::noinline]] static void run(std::uint64_t steps) {
    std::uint64_t x = steps;
    for (std::uint64_t i = 0; i < steps; ++i) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      asm volatile("" : "+r"(x));  // the compiler may neither fold the chain nor drop it
    }
  }

  std::uint64_t steps_ = 1;
};

}  // namespace weir::bench

#endif
