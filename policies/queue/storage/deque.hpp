// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_DEQUE_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_DEQUE_HPP

#include <weir/platform/cache_line.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/smaller_of.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::queue {

/// A work-stealing deque: one owner pushes and pops at one end, other threads steal at the other. A ring of `Slots` slots that hold the
/// items themselves.
///
/// Owner and thieves compete for a slot, not for the two ends as in Chase and Lev's deque (2005): the slot's turn says whether the item
/// of a position is there, and the thread that advances the turn wins the item. So the owner needs no fence to take its newest item, a
/// thief touches no item before it has won it, and a position that is used again cannot be mistaken.
///
/// The items occupy the positions from `top` to `bottom` without gaps: the owner takes only the newest, and a thief takes a position only
/// after it has seen all below it stolen. A stolen position is never used again.
template <class P, class T, std::size_t Slots>
class deque {
 public:
  deque() noexcept {
    // [DEQUE-1] relaxed, alone: no other thread has access yet.
    for (slot& s : slots_) s.turn.store(vacant(Slots), std::memory_order_relaxed);
    // [DEQUE-1] relaxed, alone: no other thread has access yet.
    top_.store(Slots, std::memory_order_relaxed);
    // [DEQUE-1] relaxed, alone: no other thread has access yet.
    bottom_.store(Slots, std::memory_order_relaxed);
  }

  /// Owner only. False: no room; the item is unchanged.
  bool push(T& item) noexcept {
    // [DEQUE-2] relaxed, alone: only the owner writes it.
    const std::uint64_t b = bottom_.load(std::memory_order_relaxed);
    slot& s = at(b);
    // [DEQUE-3] acquire, pairs with [DEQUE-6]: the previous lap's thief has finished with the slot.
    if (s.turn.load(std::memory_order_acquire) != vacant(b)) return false;
    s.item.write() = std::move(item);
    // [DEQUE-4] release, pairs with [DEQUE-5]: the item is complete before its turn is published.
    s.turn.store(full(b), std::memory_order_release);
    // [DEQUE-2] relaxed, alone: read only by size() and the owner.
    bottom_.store(b + 1, std::memory_order_relaxed);
    return true;
  }

  /// Owner only: takes the newest item.
  bool pop(T& out) noexcept {
    // [DEQUE-2] relaxed, alone: only the owner writes it.
    const std::uint64_t b = bottom_.load(std::memory_order_relaxed) - 1;
    slot& s = at(b);
    // [DEQUE-7] relaxed, alone: avoids an exchange that would fail.
    std::uint64_t turn = s.turn.load(std::memory_order_relaxed);
    if (turn != full(b)) return false;
    // [DEQUE-8] relaxed, alone: the owner wrote the item; if the exchange fails, it was stolen, and all below it before.
    if (!s.turn.compare_exchange_strong(turn, vacant(b), std::memory_order_relaxed, std::memory_order_relaxed)) return false;
    // [DEQUE-2] relaxed, alone: read only by size() and the owner.
    bottom_.store(b, std::memory_order_relaxed);
    out = std::move(s.item.write());
    return true;
  }

  /// Any thread: takes the oldest item.
  bool steal(T& out) noexcept {
    for (std::uint64_t t = oldest(); there(t);) {
      slot& s = at(t);
      std::uint64_t turn = full(t);
      // [DEQUE-5] acquire, pairs with [DEQUE-4]: the thief that wins the item sees it.
      if (!s.turn.compare_exchange_strong(turn, stolen(t), std::memory_order_acquire, std::memory_order_relaxed)) continue;
      // [DEQUE-9] relaxed, alone: counts stolen items, so it is never ahead of the oldest item.
      top_.fetch_add(1, std::memory_order_relaxed);
      out = std::move(s.item.write());
      // [DEQUE-6] release, pairs with [DEQUE-3]: the slot is empty before the next lap may fill it.
      s.turn.store(vacant(t + Slots), std::memory_order_release);
      return true;
    }
    return false;
  }

  /// If the caller's fence comes after the pusher's, this finds the pushed item unless it was taken: the turns are then at least as new
  /// as that push, so no position up to it looks vacant.
  [[nodiscard]] bool ready() const noexcept {
    std::uint64_t t = oldest();
    return there(t);
  }

  [[nodiscard]] std::size_t size() const noexcept {
    // [DEQUE-9] relaxed, alone: exact without concurrent pushes and takes, which is when the pool relies on it.
    const std::uint64_t top = top_.load(std::memory_order_relaxed);
    // [DEQUE-2] relaxed, alone: exact without concurrent pushes and takes, which is when the pool relies on it.
    const std::uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    return bottom > top ? static_cast<std::size_t>(bottom - top) : 0;
  }

 private:
  // Positions begin at Slots, so that there is one below the first.
  static constexpr std::uint64_t vacant(std::uint64_t position) noexcept { return position / Slots * 4; }
  static constexpr std::uint64_t full(std::uint64_t position) noexcept { return vacant(position) + 1; }
  static constexpr std::uint64_t stolen(std::uint64_t position) noexcept { return vacant(position) + 2; }

  struct slot {
    typename P::template atomic<std::uint64_t> turn;  // vacant, full or stolen (the thief is moving the item out), each of a lap
    typename P::template cell<T> item;
  };
  slot& at(std::uint64_t position) noexcept { return slots_[position % Slots]; }

  [[nodiscard]] std::uint64_t oldest() const noexcept {
    // [DEQUE-9] relaxed, alone: where the search begins; a stale value only means more to skip.
    return top_.load(std::memory_order_relaxed);
  }
  /// Skips stolen positions. True: the first other one holds an item.
  [[nodiscard]] bool there(std::uint64_t& t) const noexcept {
    for (;; ++t) {
      // [DEQUE-7] relaxed, alone: the exchange that takes the item checks it again; ready() comes after a fence.
      const std::uint64_t turn = slots_[t % Slots].turn.load(std::memory_order_relaxed);
      if (turn <= vacant(t)) return false;  // less: the previous lap's thief still uses the slot
      if (turn == full(t)) return true;
    }
  }

  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> top_;
  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> bottom_;
  alignas(platform::larger_of(platform::cache_line, alignof(slot))) std::array<slot, Slots> slots_;
};

}  // namespace weir::queue

#endif
