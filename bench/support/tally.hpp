// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_TALLY_HPP
#define WEIR_BENCH_SUPPORT_TALLY_HPP

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "bench/support/wrong_answer.hpp"

namespace weir::bench {

/// Counts finished tasks and remembers which they were. Every contestant pays alike for it: an atomic addition that is seldom contended,
/// because threads count apart (one word for all cost more than the pools it was to compare). A count has the number in its
/// upper 24 bits, in the lower 40 the sum of the low 16 bits of each task's number: a task lost and another run twice do not cancel out.
class tally {
 public:
  tally(std::uint64_t tasks, std::chrono::milliseconds patience)
      : tasks_(tasks), parts_(tasks < worth_parts ? 1 : parts), expected_(sum_of(tasks)), patience_(patience) {
    if (tasks >= most) wrong_answer("a tally holds fewer than 2^24 tasks");
  }

  /// Called by the task with this number, once.
  void finish(std::uint64_t task) noexcept {
    const auto mark = mark_of(task);
    // acq_rel: what every task wrote is seen by whoever waits. On x86 the same instruction as relaxed.
    const auto seen = seen_[thread() % parts_].count.fetch_add(mark, std::memory_order_acq_rel) + mark;
    if (parts_ == 1 ? seen != expected_ : !ends_the_batch_before_last(seen >> shift)) return;
    const std::lock_guard lock(mutex_);
    nearly_finished_ = true;
    told_.notify_all();  // under the lock: the waiter owns this object and may destroy it as soon as it gets the lock
  }

  /// Returns when all have finished; a wrong answer if nothing finishes for a while.
  void wait() {
    {
      std::unique_lock lock(mutex_);
      auto before = seen();
      while (!told_.wait_for(lock, patience_, [this] { return nearly_finished_; })) {
        const auto now = seen();
        if (now == before) refuse();
        before = now;
      }
    }
    const auto begun = std::chrono::steady_clock::now();
    while (seen() != expected_) {  // a hundred tasks, which others run
      const auto passed = std::chrono::steady_clock::now() - begun;
      if (passed > patience_) refuse();
      if (passed > std::chrono::microseconds(20)) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

  /// Called once the pool is gone and nothing can run any more: a task that ran twice shows here.
  void check() const {
    if (seen() != expected_) refuse();
  }

 private:
  static constexpr int shift = 40;
  static constexpr std::uint64_t most = 1u << 24;
  static constexpr unsigned parts = 8;
  static constexpr std::uint64_t batch = 16;                      // of one part's, which it then adds to all
  static constexpr std::uint64_t worth_parts = 64 * parts * batch;  // fewer are counted in one word, and the last one is known

  struct alignas(64) part {
    std::atomic<std::uint64_t> count{0};
  };

  static unsigned thread() noexcept {
    static std::atomic<unsigned> threads{0};
    thread_local const unsigned mine = threads.fetch_add(1, std::memory_order_relaxed);
    return mine;
  }
  bool ends_the_batch_before_last(std::uint64_t part_count) noexcept {
    if (part_count % batch != 0) return false;
    const std::uint64_t at_least = (tasks_ - parts * batch) / batch * batch;  // full batches that there will be, however the tasks are spread
    return batches_.fetch_add(batch, std::memory_order_relaxed) + batch == at_least;
  }
  [[nodiscard]] std::uint64_t seen() const noexcept {
    std::uint64_t sum = 0;
    for (const part& each : seen_) sum += each.count.load(std::memory_order_acquire);
    return sum;
  }
  static constexpr std::uint64_t mark_of(std::uint64_t task) { return (std::uint64_t{1} << shift) + (task & 0xffff); }
  static std::uint64_t sum_of(std::uint64_t tasks) {
    std::uint64_t sum = 0;
    for (std::uint64_t task = 0; task < tasks; ++task) sum += mark_of(task);
    return sum;
  }
  [[noreturn]] void refuse() const {
    const auto now = seen();
    wrong_answer(std::to_string(now >> shift) + " tasks finished, expected " + std::to_string(expected_ >> shift) +
                 (now >> shift == expected_ >> shift ? ", and not the ones that were posted" : ""));
  }

  std::array<part, parts> seen_;
  alignas(64) std::atomic<std::uint64_t> batches_{0};
  alignas(64) const std::uint64_t tasks_;
  const unsigned parts_;
  const std::uint64_t expected_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable told_;
  bool nearly_finished_ = false;
};

}  // namespace weir::bench

#endif
