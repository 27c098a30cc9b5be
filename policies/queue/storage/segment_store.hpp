// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_SEGMENT_STORE_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_SEGMENT_STORE_HPP

#include <weir/platform/native.hpp>
#include <weir/platform/pages.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

namespace weir::queue {

/// Segments by number. A segment keeps its number and its address until the store is destroyed: a late thread may still read a segment
/// that has been reused, and sees that it was. Free segments are in one of three stacks (Treiber, 1986) whose tops carry a count against
/// ABA: spare ones, of which trim() keeps `Spares`; blank ones, whose memory was given back; and those that a thread still uses.
///
/// `Label` is the part of a segment that is never given back. It provides `atomic<std::uint64_t> next`, used by the store while the
/// segment is free. `Segment` provides `left()`: have all threads finished with it? And `blank()`: after it, the memory may become zeros.
template <class P, class Label, class Segment, std::uint64_t Spares>
class segment_store {
 public:
  static constexpr std::uint64_t no_segment = ~std::uint64_t{0};

  segment_store() = default;
  segment_store(const segment_store&) = delete;
  segment_store& operator=(const segment_store&) = delete;
  ~segment_store() {
    if constexpr (!only_bytes) for_each([](Segment& each) { std::destroy_at(&each); });
    // [STORE-1] relaxed, alone: no other thread uses the store during its destruction.
    for (auto& each : shelves_) delete each.load(std::memory_order_relaxed);
  }

  /// Passes all segments to `f`, those that are free, too. No other thread may use the store meanwhile.
  template <class F>
  void for_each(F f) {
    // [STORE-1] relaxed, alone: no other thread uses the store.
    const std::uint64_t made = made_.load(std::memory_order_relaxed);
    for (std::uint64_t id = 0; id < made; ++id) f((*this)[id].segment);
  }

  struct place {
    Label& label;
    Segment& segment;
  };
  place operator[](std::uint64_t id) noexcept {
    // [STORE-8] relaxed, alone: the operation that gave the caller the number published shelf and segment.
    const shelf& s = *shelf_of(id).load(std::memory_order_relaxed);
    return {s.labels.read()[index_of(id)], s.segments.read()[index_of(id)]};
  }

  /// A free segment, or a new one. Throws std::bad_alloc when there is no memory, or when there are `most_segments`.
  std::uint64_t acquire() {
    std::uint64_t id = pop_spare();
    if (id == no_segment) id = pop(blank_);
    return id == no_segment ? make() : id;
  }

  /// Recycles a segment that no further thread will enter. While a thread still uses it, it is put aside until a later release().
  void release(std::uint64_t id) noexcept {
    do {
      if (!(*this)[id].segment.left()) return push(aside_, id);
      // [STORE-10] relaxed, alone: the number kept need not be exact. Counted first, so that it is never below the real one.
      spares_.fetch_add(1, std::memory_order_relaxed);
      push(spare_, id);
      id = pop(aside_);
    } while (id != no_segment);
  }

  /// Gives the memory of one surplus spare segment back to the system. False: there is none.
  bool trim() noexcept {
    // [STORE-10] relaxed, alone: the number kept need not be exact.
    if (spares_.load(std::memory_order_relaxed) <= Spares) return false;
    const std::uint64_t id = pop_spare();
    if (id == no_segment) return false;
    Segment& s = (*this)[id].segment;
    s.blank();
    if constexpr (only_bytes) platform::give_pages_back(&s, sizeof s);
    push(blank_, id);
    return true;
  }

 private:
  static constexpr bool only_bytes = std::is_trivially_destructible_v<Segment>;  // false in a checker, which tracks each cell
  static constexpr std::size_t shelf_count = 32;                                 // shelf s holds 2^s segments
  static constexpr std::uint64_t most_segments = std::uint64_t{1} << 23;
  static constexpr std::uint64_t id_mask = 0xffffffff;

  struct shelf {
    explicit shelf(std::size_t n) {
      labels.write() = std::make_unique<Label[]>(n);
      segments.write() = static_cast<Segment*>(::operator new(n * sizeof(Segment), std::align_val_t{alignof(Segment)}));
    }
    shelf(const shelf&) = delete;
    shelf& operator=(const shelf&) = delete;
    ~shelf() { ::operator delete(segments.read(), std::align_val_t{alignof(Segment)}); }

    typename P::template cell<std::unique_ptr<Label[]>> labels;
    typename P::template cell<Segment*> segments{nullptr};  // storage; a segment is constructed when its number is given out
  };
  using stack = typename P::template atomic<std::uint64_t>;  // count << 32 | id + 1 of the top segment, 0 for none

  static constexpr std::uint64_t counted(std::uint64_t old_top, std::uint64_t id_plus_one) noexcept {
    return ((old_top >> 32) + 1) << 32 | id_plus_one;
  }
  auto& shelf_of(std::uint64_t id) noexcept { return shelves_[static_cast<std::size_t>(std::bit_width(id + 1) - 1) % shelf_count]; }
  static std::size_t index_of(std::uint64_t id) noexcept { return static_cast<std::size_t>(id + 1 - std::bit_floor(id + 1)); }

  std::uint64_t pop(stack& from) noexcept {
    // [STORE-4] acquire, pairs with [STORE-5]: the segment's last user has finished with it.
    std::uint64_t top = from.load(std::memory_order_acquire);
    while ((top & id_mask) != 0) {
      const std::uint64_t id = (top & id_mask) - 1;
      // [STORE-6] relaxed, alone: if another thread took the segment meanwhile, the count makes the exchange fail.
      const std::uint64_t below = (*this)[id].label.next.load(std::memory_order_relaxed);
      // [STORE-4] acquire, pairs with [STORE-5]: the segment's last user has finished with it.
      if (from.compare_exchange_weak(top, counted(top, below), std::memory_order_acquire, std::memory_order_acquire)) return id;
    }
    return no_segment;
  }
  void push(stack& onto, std::uint64_t id) noexcept {
    // [STORE-9] relaxed, alone: only the number is used. The exchange below continues the release sequences before it.
    std::uint64_t top = onto.load(std::memory_order_relaxed);
    do {
      // [STORE-6] relaxed, alone: published by the exchange that follows.
      (*this)[id].label.next.store(top & id_mask, std::memory_order_relaxed);
      // [STORE-5] release, pairs with [STORE-4]: this user has finished with the segment.
    } while (!onto.compare_exchange_weak(top, counted(top, id + 1), std::memory_order_release, std::memory_order_relaxed));
  }
  std::uint64_t pop_spare() noexcept {
    const std::uint64_t id = pop(spare_);
    // [STORE-10] relaxed, alone: the number kept need not be exact.
    if (id != no_segment) spares_.fetch_sub(1, std::memory_order_relaxed);
    return id;
  }

  std::uint64_t make() {
    // [STORE-7] relaxed, alone: only hands out a number.
    std::uint64_t id = made_.load(std::memory_order_relaxed);
    do {
      if (id >= most_segments) throw std::bad_alloc();
      provide_shelf_for(id);
      // [STORE-7] relaxed, alone: only hands out a number.
    } while (!made_.compare_exchange_weak(id, id + 1, std::memory_order_relaxed, std::memory_order_relaxed));
    ::new (static_cast<void*>(&(*this)[id].segment)) Segment;  // not zeroed first, which would double the work
    return id;
  }
  void provide_shelf_for(std::uint64_t id) {
    auto& slot = shelf_of(id);
    // [STORE-2] acquire, pairs with [STORE-3]: the shelf is complete.
    shelf* there = slot.load(std::memory_order_acquire);
    if (there != nullptr) return;
    auto fresh = std::make_unique<shelf>(static_cast<std::size_t>(std::bit_floor(id + 1)));
    // [STORE-3] release, pairs with [STORE-2]: the shelf is complete before other threads find it; a loser uses the winner's.
    if (slot.compare_exchange_strong(there, fresh.get(), std::memory_order_release, std::memory_order_acquire))
      static_cast<void>(fresh.release());
  }

  std::array<typename P::template atomic<shelf*>, shelf_count> shelves_;
  typename P::template atomic<std::uint64_t> made_;
  typename P::template atomic<std::uint64_t> spares_;  // segments in `spare_`, or about to be pushed to it
  stack spare_;
  stack blank_;
  stack aside_;
};

}  // namespace weir::queue

#endif
