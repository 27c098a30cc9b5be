// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_STOCK_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_STOCK_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/cache_line.hpp>

#include <cstddef>
#include <cstdint>

namespace weir::queue {

/// How many of N places are used, and how many tasks are there to be taken. A queue whose places come from elsewhere gets from it what
/// Boost's queues do not know: to be closed, and to say for sure whether it is full or has something.
///
/// A push reserves, fills its place and tells so: reserve(), stored(). A take claims, empties the place and tells so: claim(), vacated().
template <class P, std::size_t N>
class stock {
 public:
  /// `pushed`: a place is the caller's.
  push_result reserve() noexcept {
    // [STOCK-1] relaxed, alone: a stale count is caught by the compare-and-swap, or by the look after a fence.
    std::uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (used & closed_bit) return push_result::closed;
      if (used == N) return push_result::full;
      // [STOCK-2] acquire, pairs with [STOCK-5]: the place's last task has left before this one moves in.
    } while (!used_.compare_exchange_weak(used, used + 1, std::memory_order_acquire, std::memory_order_relaxed));
    return push_result::pushed;
  }
  // [STOCK-3] release, pairs with [STOCK-4]: the task is whole before it is counted.
  void stored() noexcept { stored_.fetch_add(1, std::memory_order_release); }

  /// True: a task is the caller's.
  bool claim() noexcept {
    // [STOCK-1] relaxed, alone: a stale count is caught by the compare-and-swap, or by the look after a fence.
    std::uint64_t stored = stored_.load(std::memory_order_relaxed);
    do {
      if (stored == 0) return false;
      // [STOCK-4] acquire, pairs with [STOCK-3]: whoever counts on a task sees it.
    } while (!stored_.compare_exchange_weak(stored, stored - 1, std::memory_order_acquire, std::memory_order_relaxed));
    return true;
  }
  // [STOCK-5] release, pairs with [STOCK-2]: the place is empty before it is given back.
  void vacated() noexcept { used_.fetch_sub(1, std::memory_order_release); }

  // [STOCK-6] relaxed, alone: the pool's fences order it, and once a count says 0 whoever was counted before has been claimed.
  [[nodiscard]] bool ready() const noexcept { return stored_.load(std::memory_order_relaxed) != 0; }
  /// Counts pushes and takes that are under way.
  // [STOCK-7] relaxed, alone: exact when nobody pushes or pops, which is when the pool relies on it.
  [[nodiscard]] std::size_t size() const noexcept { return used_.load(std::memory_order_relaxed) & ~closed_bit; }
  // [STOCK-8] relaxed, alone: closing is one more step on the count that every push must take its own step on.
  void close() noexcept { used_.fetch_or(closed_bit, std::memory_order_relaxed); }
  // [STOCK-8] relaxed, alone: the pool reopens a queue that nobody uses.
  void reopen() noexcept { used_.fetch_and(~closed_bit, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;

  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> used_;
  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> stored_;
};

}  // namespace weir::queue

#endif
