// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_CLOCK_HPP
#define WEIR_VERIFY_CHECK_CLOCK_HPP

#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>

namespace weir::verify::checked {

using checker::max_threads;

/// A vector clock: how far each thread had come in what is known here. Threads that did not exist are at 0.
struct clock {
  std::uint32_t of[max_threads] = {};
  std::uint32_t fence = 0;  ///< the step of the latest sequentially consistent fence that is known here

  /// Whether what thread `t` did at its time `epoch` is known here.
  [[nodiscard]] bool has(unsigned t, std::uint32_t epoch) const { return epoch <= of[t]; }

  void join(const clock& o, unsigned threads) {
    for (unsigned t = 0; t != threads; ++t) of[t] = std::max(of[t], o.of[t]);
    fence = std::max(fence, o.fence);
  }
};

/// What a thread knows. `happened` is the order of the C++ memory model, and judges data races. `seen` is what its loads may not be older
/// than: all of that, and what fences of the total order add to it.
struct knowledge {
  clock happened;
  clock seen;

  void join(const knowledge& o, unsigned threads, bool fences) {
    happened.join(o.happened, threads);
    if (fences) seen.join(o.seen, threads);
  }
};

}  // namespace weir::verify::checked

#endif
