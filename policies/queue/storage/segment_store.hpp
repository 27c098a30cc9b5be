// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_SEGMENT_STORE_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_SEGMENT_STORE_HPP

#include <weir/platform/native.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace weir::queue {

/// Segments by number. A number, once given to a segment, is that segment's for good, and the segment stays where it is until
/// the store is destroyed: a thread that comes late may still look at a segment that has moved on, and find that it did.
/// Free segments are a stack (Treiber, 1986) whose top carries a count against ABA.
///
/// `Segment` provides `atomic<std::uint64_t> next`, which is the store's while the segment is free.
template <class P, class Segment>
class segment_store {
 public:
  static constexpr std::uint64_t no_segment = ~std::uint64_t{0};

  segment_store() = default;
  segment_store(const segment_store&) = delete;
  segment_store& operator=(const segment_store&) = delete;
  ~segment_store() {
    // [STORE-1] relaxed, alone: whoever destroys the store is alone with it.
    const std::uint64_t made = made_.load(std::memory_order_relaxed);
    for (std::uint64_t id = 0; id < made; ++id) {
      // [STORE-1] relaxed, alone: whoever destroys the store is alone with it.
      if (auto* shelf = shelf_of(id).load(std::memory_order_relaxed)) delete shelf[index_of(id)].read();
    }
    // [STORE-1] relaxed, alone: whoever destroys the store is alone with it.
    for (auto& shelf : shelves_) delete[] shelf.load(std::memory_order_relaxed);
  }

  Segment& operator[](std::uint64_t id) noexcept {
    // [STORE-8] relaxed, alone: shelf and entry came with whatever told the caller of the number.
    return *shelf_of(id).load(std::memory_order_relaxed)[index_of(id)].read();
  }

  /// A free segment, or a new one. Throws std::bad_alloc when there is none and the heap has none either.
  std::uint64_t acquire() {
    // [STORE-4] acquire, pairs with [STORE-5]: the segment's last user is done with it.
    std::uint64_t top = free_.load(std::memory_order_acquire);
    while ((top & id_mask) != 0) {
      const std::uint64_t id = (top & id_mask) - 1;
      // [STORE-6] relaxed, alone: if somebody else took the segment meanwhile, the count makes the exchange fail.
      const std::uint64_t below = (*this)[id].next.load(std::memory_order_relaxed);
      // [STORE-4] acquire, pairs with [STORE-5]: the segment's last user is done with it.
      if (free_.compare_exchange_weak(top, counted(top, below), std::memory_order_acquire, std::memory_order_acquire)) return id;
    }
    return make();
  }

  void release(std::uint64_t id) noexcept {
    // [STORE-9] relaxed, alone: only the number is used. The exchange below goes on with the releases it stands on.
    std::uint64_t top = free_.load(std::memory_order_relaxed);
    do {
      // [STORE-6] relaxed, alone: shown by the exchange that follows.
      (*this)[id].next.store(top & id_mask, std::memory_order_relaxed);
      // [STORE-5] release, pairs with [STORE-4]: this user is done with the segment.
    } while (!free_.compare_exchange_weak(top, counted(top, id + 1), std::memory_order_release, std::memory_order_relaxed));
  }

 private:
  using entry = typename P::template cell<Segment*>;
  static constexpr std::size_t shelf_count = 32;  // shelf s holds 2^s entries
  static constexpr std::uint64_t most_segments = std::uint64_t{1} << 23;
  static constexpr std::uint64_t id_mask = 0xffffffff;

  static constexpr std::uint64_t counted(std::uint64_t old_top, std::uint64_t id_plus_one) noexcept {
    return ((old_top >> 32) + 1) << 32 | id_plus_one;
  }
  auto& shelf_of(std::uint64_t id) noexcept { return shelves_[static_cast<std::size_t>(std::bit_width(id + 1) - 1) % shelf_count]; }
  static std::size_t index_of(std::uint64_t id) noexcept { return static_cast<std::size_t>(id + 1 - std::bit_floor(id + 1)); }

  std::uint64_t make() {
    auto made = std::make_unique<Segment>();
    // [STORE-7] relaxed, alone: only hands out a number.
    const std::uint64_t id = made_.fetch_add(1, std::memory_order_relaxed);
    if (id >= most_segments) {
      // [STORE-7] relaxed, alone: the number was never used.
      made_.fetch_sub(1, std::memory_order_relaxed);
      throw std::bad_alloc();
    }
    auto& place = shelf_of(id);
    // [STORE-2] acquire, pairs with [STORE-3]: the shelf is complete.
    entry* shelf = place.load(std::memory_order_acquire);
    if (shelf == nullptr) {
      auto fresh = std::make_unique<entry[]>(static_cast<std::size_t>(std::bit_floor(id + 1)));
      // [STORE-3] release, pairs with [STORE-2]: the shelf is complete before it is found; a loser uses the winner's.
      if (place.compare_exchange_strong(shelf, fresh.get(), std::memory_order_release, std::memory_order_acquire)) shelf = fresh.release();
    }
    shelf[index_of(id)].write() = made.release();
    return id;
  }

  std::array<typename P::template atomic<entry*>, shelf_count> shelves_;
  typename P::template atomic<std::uint64_t> made_;
  typename P::template atomic<std::uint64_t> free_;  // count << 32 | id + 1 of the top segment, 0 for none
};

}  // namespace weir::queue

#endif
