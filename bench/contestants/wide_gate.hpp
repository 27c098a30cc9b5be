// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_WIDE_GATE_HPP
#define WEIR_BENCH_CONTESTANTS_WIDE_GATE_HPP

#include <weir/platform/cache_line.hpp>

#include <algorithm>
#include <atomic>

namespace weir::bench {

/// Keeps the number of tasks that wait in a pool that has no limit for them, for one submitter. Places that are given back are free again by five
/// hundreds: with a semaphore, which wakes the submitter for each, the submitter takes more time than the tasks. Its destructor does nothing: a pool may
/// end after it, with tasks that give their places back.
class wide_gate {
 public:
  /// At least one place; fewer than 1 000 are free again by halves.
  explicit wide_gate(unsigned most) noexcept : at_once_(std::clamp(most / 2, 1U, 500U)), most_(std::max(most / at_once_, 1U)) {}
  wide_gate(const wide_gate&) = delete;

  /// Waits until there is one.
  void take() noexcept {
    const unsigned mine = taken_.fetch_add(1, std::memory_order_relaxed) / at_once_;
    for (unsigned back = 0; mine >= (back = back_.load(std::memory_order_acquire)) + most_;) back_.wait(back, std::memory_order_acquire);
  }
  void give_back() noexcept {
    if ((given_back_.fetch_add(1, std::memory_order_acq_rel) + 1) % at_once_ != 0) return;
    back_.fetch_add(1, std::memory_order_release);
    back_.notify_all();
  }

 private:
  const unsigned at_once_;
  const unsigned most_;  // this and back_: so many times at_once_
  alignas(platform::cache_line) std::atomic<unsigned> taken_{0};  // of the submitter
  alignas(platform::cache_line) std::atomic<unsigned> given_back_{0};
  alignas(platform::cache_line) std::atomic<unsigned> back_{0};
};

}  // namespace weir::bench

#endif
