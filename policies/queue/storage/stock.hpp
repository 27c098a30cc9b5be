// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_STOCK_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_STOCK_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/cache_line.hpp>

#include <cstddef>
#include <cstdint>

namespace weir::queue {

/// Counts the used ones of N places, and the tasks that can be taken. It gives a queue over Boost what Boost's queues lack: close(), and
/// reliable answers to whether it is full or has a task.
///
/// A push calls reserve(), fills its place and calls stored(). A take calls claim(), empties the place and calls vacated().
template <class P, std::size_t N>
class stock {
 public:
  /// `pushed`: the caller owns a place.
  push_result reserve() noexcept {
    // [STOCK-1] relaxed, alone: a stale count is caught by the compare-and-swap, or by the check after a fence.
    std::uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (used & closed_bit) return push_result::closed;
      if (used == N) return push_result::full;
      // [STOCK-2] acquire, pairs with [STOCK-5]: the place's previous task is moved out before this one moves in.
    } while (!used_.compare_exchange_weak(used, used + 1, std::memory_order_acquire, std::memory_order_relaxed));
    return push_result::pushed;
  }
  // [STOCK-3] release, pairs with [STOCK-4]: the task is complete before it is counted.
  void stored() noexcept { stored_.fetch_add(1, std::memory_order_release); }

  /// True: the caller owns a task.
  bool claim() noexcept {
    // [STOCK-1] relaxed, alone: a stale count is caught by the compare-and-swap, or by the check after a fence.
    std::uint64_t stored = stored_.load(std::memory_order_relaxed);
    do {
      if (stored == 0) return false;
      // [STOCK-4] acquire, pairs with [STOCK-3]: a thread that claims a task sees it.
    } while (!stored_.compare_exchange_weak(stored, stored - 1, std::memory_order_acquire, std::memory_order_relaxed));
    return true;
  }
  // [STOCK-5] release, pairs with [STOCK-2]: the place is empty before it is given back.
  void vacated() noexcept { used_.fetch_sub(1, std::memory_order_release); }

  // [STOCK-6] relaxed, alone: the pool's fences order it; when the count is 0, every task counted before has been claimed.
  [[nodiscard]] bool ready() const noexcept { return stored_.load(std::memory_order_relaxed) != 0; }
  /// Includes pushes and takes that are under way.
  // [STOCK-7] relaxed, alone: exact without concurrent pushes and pops, which is when the pool relies on it.
  [[nodiscard]] std::size_t size() const noexcept { return used_.load(std::memory_order_relaxed) & ~closed_bit; }
  // [STOCK-8] relaxed, alone: closing changes the word that every push must change too.
  void close() noexcept { used_.fetch_or(closed_bit, std::memory_order_relaxed); }
  // [STOCK-8] relaxed, alone: the pool reopens the queue only after its workers have ended.
  void reopen() noexcept { used_.fetch_and(~closed_bit, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;

  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> used_;
  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> stored_;
};

}  // namespace weir::queue

#endif
