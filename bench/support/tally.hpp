// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_TALLY_HPP
#define WEIR_BENCH_SUPPORT_TALLY_HPP

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

#include "bench/support/wrong_answer.hpp"

namespace weir::bench {

/// Counts finished tasks and remembers which they were, at the price of the one atomic addition that every contestant
/// pays alike: the upper 24 bits count, the lower 40 sum the low 16 bits of each task's number. So a task lost and another
/// run twice do not cancel out. The finisher of the last task wakes whoever waits.
class tally {
 public:
  tally(std::uint64_t tasks, std::chrono::milliseconds patience) : expected_(sum_of(tasks)), patience_(patience) {
    if (tasks >= most) wrong_answer("a tally holds fewer than 2^24 tasks");
  }

  /// Called by the task with this number, once.
  void finish(std::uint64_t task) noexcept {
    const auto mark = mark_of(task);
    // acq_rel: what every task wrote is seen by whoever waits. On x86 the same instruction as relaxed.
    if (seen_.fetch_add(mark, std::memory_order_acq_rel) + mark != expected_) return;
    const std::lock_guard lock(mutex_);
    finished_ = true;
    all_.notify_all();  // under the lock: the waiter owns this object and may destroy it as soon as it gets the lock
  }

  /// Returns when all have finished; a wrong answer if nothing finishes for a while.
  void wait() {
    std::unique_lock lock(mutex_);
    auto before = seen_.load(std::memory_order_acquire);
    while (!all_.wait_for(lock, patience_, [this] { return finished_; })) {
      const auto now = seen_.load(std::memory_order_acquire);
      if (now == before) refuse();
      before = now;
    }
  }

  /// Called once the pool is gone and nothing can run any more: a task that ran twice shows here.
  void check() const {
    if (seen_.load(std::memory_order_acquire) != expected_) refuse();
  }

 private:
  static constexpr int shift = 40;
  static constexpr std::uint64_t most = 1u << 24;

  static constexpr std::uint64_t mark_of(std::uint64_t task) { return (std::uint64_t{1} << shift) + (task & 0xffff); }
  static std::uint64_t sum_of(std::uint64_t tasks) {
    std::uint64_t sum = 0;
    for (std::uint64_t task = 0; task < tasks; ++task) sum += mark_of(task);
    return sum;
  }
  [[noreturn]] void refuse() const {
    const auto seen = seen_.load(std::memory_order_acquire);
    wrong_answer(std::to_string(seen >> shift) + " tasks finished, expected " + std::to_string(expected_ >> shift) +
                 (seen >> shift == expected_ >> shift ? ", and not the ones that were posted" : ""));
  }

  alignas(64) std::atomic<std::uint64_t> seen_{0};
  alignas(64) const std::uint64_t expected_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable all_;
  bool finished_ = false;
};

}  // namespace weir::bench

#endif
