// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_DEQUE_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_DEQUE_HPP

#include <weir/platform/cache_line.hpp>
#include <weir/platform/native.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::queue {

/// One owner pushes and pops at one end, anybody steals at the other. A ring of `Slots` slots that hold the items themselves.
///
/// Instead of the two ends, as in Chase and Lev's deque (2005), it is the slot that owner and thief compete for: its turn says
/// whether the item of a position is there, and whoever moves the turn on has won the item. So the owner needs no fence to take
/// its newest item back, a thief touches no item before it has won it, and a position that comes again cannot be mistaken.
///
/// The items are those of the positions from `top` to `bottom`, without gaps: the owner only takes the newest, thieves only take
/// a position below which they saw that all are stolen. A stolen position never comes again.
template <class P, class T, std::size_t Slots>
class deque {
 public:
  deque() noexcept {
    // [DEQUE-1] relaxed, alone: nobody else knows the deque yet.
    for (slot& s : slots_) s.turn.store(vacant(Slots), std::memory_order_relaxed);
    // [DEQUE-1] relaxed, alone: nobody else knows the deque yet.
    top_.store(Slots, std::memory_order_relaxed);
    // [DEQUE-1] relaxed, alone: nobody else knows the deque yet.
    bottom_.store(Slots, std::memory_order_relaxed);
  }

  /// The owner's. False: no room; the item is untouched.
  bool push(T& item) noexcept {
    // [DEQUE-2] relaxed, alone: only the owner writes it.
    const std::uint64_t b = bottom_.load(std::memory_order_relaxed);
    slot& s = at(b);
    // [DEQUE-3] acquire, pairs with [DEQUE-6]: the thief of the last lap has left the slot.
    if (s.turn.load(std::memory_order_acquire) != vacant(b)) return false;
    s.item.write() = std::move(item);
    // [DEQUE-4] release, pairs with [DEQUE-5]: the item is whole before its turn is shown.
    s.turn.store(full(b), std::memory_order_release);
    // [DEQUE-2] relaxed, alone: for size(), and for the owner itself.
    bottom_.store(b + 1, std::memory_order_relaxed);
    return true;
  }

  /// The owner's: takes the newest.
  bool pop(T& out) noexcept {
    // [DEQUE-2] relaxed, alone: only the owner writes it.
    const std::uint64_t b = bottom_.load(std::memory_order_relaxed) - 1;
    slot& s = at(b);
    // [DEQUE-7] relaxed, alone: spares the exchange where it would fail.
    std::uint64_t turn = s.turn.load(std::memory_order_relaxed);
    if (turn != full(b)) return false;
    // [DEQUE-8] relaxed, alone: the item is the owner's own; if the exchange fails, it was stolen, and all below it before.
    if (!s.turn.compare_exchange_strong(turn, vacant(b), std::memory_order_relaxed, std::memory_order_relaxed)) return false;
    // [DEQUE-2] relaxed, alone: for size(), and for the owner itself.
    bottom_.store(b, std::memory_order_relaxed);
    out = std::move(s.item.write());
    return true;
  }

  /// Takes the oldest.
  bool steal(T& out) noexcept {
    for (std::uint64_t t = oldest(); there(t);) {
      slot& s = at(t);
      std::uint64_t turn = full(t);
      // [DEQUE-5] acquire, pairs with [DEQUE-4]: whoever wins the item sees it.
      if (!s.turn.compare_exchange_strong(turn, stolen(t), std::memory_order_acquire, std::memory_order_relaxed)) continue;
      // [DEQUE-9] relaxed, alone: counts what was stolen, so it is never ahead of the oldest item.
      top_.fetch_add(1, std::memory_order_relaxed);
      out = std::move(s.item.write());
      // [DEQUE-6] release, pairs with [DEQUE-3]: the slot is empty before the next lap may fill it.
      s.turn.store(vacant(t + Slots), std::memory_order_release);
      return true;
    }
    return false;
  }

  /// After a fence that comes after the pusher's own, this does not overlook an item that nobody takes: a position's turn is then
  /// at least as new as that push, so none up to it looks vacant.
  [[nodiscard]] bool ready() const noexcept {
    std::uint64_t t = oldest();
    return there(t);
  }

  [[nodiscard]] std::size_t size() const noexcept {
    // [DEQUE-9] relaxed, alone: exact when nobody pushes or takes, which is when the pool relies on it.
    const std::uint64_t top = top_.load(std::memory_order_relaxed);
    // [DEQUE-2] relaxed, alone: exact when nobody pushes or takes, which is when the pool relies on it.
    const std::uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    return bottom > top ? static_cast<std::size_t>(bottom - top) : 0;
  }

 private:
  // Positions begin at Slots, so that there is one below the first.
  static constexpr std::uint64_t vacant(std::uint64_t position) noexcept { return position / Slots * 4; }
  static constexpr std::uint64_t full(std::uint64_t position) noexcept { return vacant(position) + 1; }
  static constexpr std::uint64_t stolen(std::uint64_t position) noexcept { return vacant(position) + 2; }

  struct slot {
    typename P::template atomic<std::uint64_t> turn;  // vacant, full, or stolen (the thief is still at it), each of a lap
    typename P::template cell<T> item;
  };
  slot& at(std::uint64_t position) noexcept { return slots_[position % Slots]; }

  [[nodiscard]] std::uint64_t oldest() const noexcept {
    // [DEQUE-9] relaxed, alone: where to begin looking; an old value only means more to skip.
    return top_.load(std::memory_order_relaxed);
  }
  /// Skips stolen positions. Is an item at the first other one?
  [[nodiscard]] bool there(std::uint64_t& t) const noexcept {
    for (;; ++t) {
      // [DEQUE-7] relaxed, alone: the exchange that takes the item finds out whether it is still so; ready() comes after a fence.
      const std::uint64_t turn = slots_[t % Slots].turn.load(std::memory_order_relaxed);
      if (turn <= vacant(t)) return false;  // less: a thief of the last lap is still in the slot
      if (turn == full(t)) return true;
    }
  }

  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> top_;
  alignas(platform::cache_line) typename P::template atomic<std::uint64_t> bottom_;
  alignas(std::max(platform::cache_line, alignof(slot))) std::array<slot, Slots> slots_;
};

}  // namespace weir::queue

#endif
