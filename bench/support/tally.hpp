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

/// Counts finished tasks and remembers which they were. Every contestant pays alike for it: a load and a store, because each thread has a
/// count of its own. (One word for all cost more than the pools it was to compare; atomic additions to words apart took half of the time
/// of the fastest, and kept threads that would have collided from it.) A count has the number in its upper 24 bits, in the lower 40 the
/// sum of the low 16 bits of each task's number: a task lost and another run twice do not cancel out.
class tally {
 public:
  tally(std::uint64_t tasks, std::chrono::milliseconds patience)
      : tasks_(tasks), parts_(tasks < worth_parts ? 1 : parts), expected_(sum_of(tasks)), patience_(patience) {
    if (tasks >= most) wrong_answer("a tally holds fewer than 2^24 tasks");
  }

  /// Called by the task with this number, once.
  void finish(std::uint64_t task) noexcept {
    const auto mark = mark_of(task);
    std::uint64_t seen;
    if (part* own = own_part(); own != nullptr) {
      seen = own->count.load(std::memory_order_relaxed) + mark;
      own->count.store(seen, std::memory_order_release);  // what every task wrote is visible to the waiter
    } else {
      seen = seen_[0].count.fetch_add(mark, std::memory_order_acq_rel) + mark;
    }
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
  static constexpr unsigned parts = 16;                           // the first is for the threads that come after those
  static constexpr std::uint64_t batch = 16;                      // of one part's, which it then adds to all
  static constexpr std::uint64_t worth_parts = 64 * parts * batch;  // fewer are counted in one word, and the last one is known

  struct alignas(64) part {
    std::atomic<std::uint64_t> count{0};
  };

  /// Null when few tasks are counted, or too many threads count.
  part* own_part() noexcept {
    struct claim {
      std::uint64_t of = 0;
      part* it = nullptr;
    };
    thread_local claim mine;
    if (mine.of != number_) mine = {number_, claim_part()};
    return mine.it;
  }
  part* claim_part() noexcept {
    if (parts_ == 1) return nullptr;
    const unsigned n = claimed_.fetch_add(1, std::memory_order_relaxed) + 1;
    return n < parts ? &seen_[n] : nullptr;
  }
  static std::uint64_t next_number() noexcept {
    static std::atomic<std::uint64_t> tallies{0};
    return tallies.fetch_add(1, std::memory_order_relaxed) + 1;
  }
  bool ends_the_batch_before_last(std::uint64_t part_count) noexcept {
    if (part_count % batch != 0) return false;
    const std::uint64_t at_least =
        (tasks_ - parts * batch) / batch * batch;  // full batches that there will be, however the tasks are spread
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
  std::atomic<unsigned> claimed_{0};
  alignas(64) const std::uint64_t number_ = next_number();  // of this tally, in this process
  const std::uint64_t tasks_;
  const unsigned parts_;
  const std::uint64_t expected_;
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable told_;
  bool nearly_finished_ = false;
};

}  // namespace weir::bench

#endif
