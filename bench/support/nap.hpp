// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_NAP_HPP
#define WEIR_BENCH_SUPPORT_NAP_HPP

#include <chrono>
#include <cstdint>

#include "bench/support/clock.hpp"
#include "bench/support/tally.hpp"
#include "bench/support/wrong_answer.hpp"

namespace weir::bench {

/// A task that waits, in the two parts around its wait. It is counted at its end. Every sixteenth looks at the clock on both sides, since
/// each look costs as much as a post, and refuses to have waited for less than `length`.
class nap {
 public:
  static constexpr std::chrono::milliseconds length{10};

  nap(tally& all, std::uint64_t task) noexcept : all_(&all), task_(task) {}

  [[nodiscard]] wall_clock::time_point begin() const { return timed() ? wall_clock::now() : wall_clock::time_point(); }
  void end(wall_clock::time_point began) const {
    if (timed() && wall_clock::now() - began < length) wrong_answer("a task did not wait for as long as it asked to");
    all_->finish(task_);
  }

 private:
  [[nodiscard]] bool timed() const noexcept { return task_ % 16 == 0; }

  tally* all_;
  std::uint64_t task_;
};

}  // namespace weir::bench

#endif
