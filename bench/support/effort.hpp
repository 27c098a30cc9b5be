// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_EFFORT_HPP
#define WEIR_BENCH_SUPPORT_EFFORT_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace weir::bench {

/// How much of a workload's full size to do, and with how many workers.
struct effort {
  double share = 1.0;
  unsigned workers = 2;
  std::chrono::milliseconds patience{10'000};  ///< no task finished for so long: the answer is wrong

  /// `full` tasks in a full run, fewer otherwise, never under `least`.
  [[nodiscard]] std::uint64_t tasks(std::uint64_t full, std::uint64_t least = 16) const {
    return std::max(least, static_cast<std::uint64_t>(static_cast<double>(full) * share));
  }
  /// What is done once and thrown away before the measurement: code and threads warm, little memory touched.
  [[nodiscard]] effort warm_up() const {
    auto less = *this;
    less.share /= 20;
    return less;
  }
};

/// The three sizes of a run.
inline constexpr double full_share = 1.0;
inline constexpr double quick_share = 0.1;
inline constexpr double smoke_share = 0.0005;

}  // namespace weir::bench

#endif
