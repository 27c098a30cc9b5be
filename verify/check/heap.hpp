// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_HEAP_HPP
#define WEIR_VERIFY_CHECK_HEAP_HPP

#include <weir/verify/check/object.hpp>
#include <weir/verify/check/races.hpp>
#include <weir/verify/check/region.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weir::verify::checked {

/// The heap of one execution, at addresses that depend on the calls alone. An execution either uses freed memory again at once, or never.
class heap {
 public:
  struct block {
    std::uint64_t size;       ///< of the part that the program has
    std::uint32_t row;        ///< of freed blocks that it belongs to; none: it is not used again
    std::uint32_t is_live;
    [[nodiscard]] char* data() { return reinterpret_cast<char*>(this + 1); }
  };
  static_assert(sizeof(block) == 16);

  void prepare() { reserve(heap_bytes, heap_begin); }
  void begin(bool reuses) {
    state_ = {};
    reuses_ = reuses;
  }

  /// Nothing when there is no more.
  void* allocate(execution& e, std::size_t size, std::size_t alignment) {
    const std::size_t room = std::max<std::size_t>((size + 15) / 16 * 16, 16);
    const std::uint32_t row = row_of(room, alignment);
    block* b = row == no_row || !reuses_ ? nullptr : state_.freed[row];
    if (b != nullptr) {
      std::memcpy(&state_.freed[row], b->data(), sizeof(block*));
      make_new(e, address(b->data()), room);
    } else {
      const std::uintptr_t data = (state_.next + sizeof(block) + alignment - 1) / alignment * alignment;
      if (room > heap_bytes || data + room > region_end) return nullptr;
      b = reinterpret_cast<block*>(data) - 1;
      for (std::uintptr_t gap = state_.next; gap < address(b); gap += sizeof(block)) *reinterpret_cast<block*>(gap) = {0, gap_row, 0};
      state_.next = data + room;
      b->row = row;
    }
    b->size = size;
    b->is_live = live_mark;
    ++state_.live;
    std::memset(b->data(), 0xBE, std::min<std::size_t>(room, 4096));  // what is not initialised is the same each time
    return b->data();
  }

  /// The block that begins there; nothing if none does.
  static block* block_of(void* p) {
    block* const b = static_cast<block*>(p) - 1;
    return in_heap(b) && address(p) % 16 == 0 && (b->is_live == live_mark || b->is_live == freed_mark) ? b : nullptr;
  }

  void release(execution& e, void* p, std::uintptr_t pc) {
    block* const b = block_of(p);
    if (e.recording && (address(p) & ~std::uintptr_t{7}) == e.watched) note(e, deed::write, "d", e.watched, pc, "is freed");
    if (b == nullptr) e.fail(failure::kind::lifetime, 0, "thread %u frees %p, where no block of memory begins", e.current, p);
    if (b->is_live != live_mark)
      e.fail(failure::kind::lifetime, address(p) & ~std::uintptr_t{7}, "thread %u frees memory that was freed before", e.current);
    const std::size_t whole = std::min<std::size_t>((b->size + 7) / 8 * 8, most_watched);
    touch(e, address(p), whole, plain_write, pc);
    if (the_objects->any(e))
      for (std::size_t i = 0; i < whole; i += 8) the_objects->erase(e, address(p) + i);
    for (std::size_t i = 0; i < whole; i += 8) {
      word& w = word_at(e, address(p) + i);
      w.more = 0;
      w.first[0] = record{e.epoch(), static_cast<std::uint8_t>(e.current), 0xff, freed, 0};
      w.first[1] = w.first[2] = record{};
    }
    mark_free(*b);
  }
  [[nodiscard]] std::uint32_t live() const { return state_.live; }
  template <class F>
  void each_live(F f) {
    for (std::uintptr_t at = heap_begin; at < state_.next;) {
      block& b = *reinterpret_cast<block*>(at);
      if (b.is_live == live_mark) f(b);
      at += sizeof(block) + (b.row == gap_row ? 0 : std::max<std::size_t>(room_of(b), 16));
    }
  }
  [[nodiscard]] std::uintptr_t end() const { return state_.next; }

 private:
  static constexpr std::uint32_t no_row = 0xffffffff;
  static constexpr std::uint32_t gap_row = 0xfffffffe;  // sixteen bytes between two blocks
  static constexpr std::uint32_t live_mark = 0x11FE11FE;
  static constexpr std::uint32_t freed_mark = 0xDEADDEAD;
  static constexpr std::size_t most_watched = std::size_t{1} << 16;
  static constexpr std::size_t rows = 64;  // of 16, 32, ... 1024 bytes
  struct state {
    std::uintptr_t next = heap_begin;
    std::uint32_t live = 0;
    block* freed[2 * rows] = {};  // aligned to 16 bytes, and to 64
  };

  static std::uint32_t row_of(std::size_t room, std::size_t alignment) {
    if (room > 16 * rows || alignment > 64) return no_row;
    return static_cast<std::uint32_t>(room / 16 - 1 + (alignment > 16 ? rows : 0));
  }
  static std::size_t room_of(const block& b) { return (b.size + 15) / 16 * 16; }

  void mark_free(block& b) {
    b.is_live = freed_mark;
    --state_.live;
    if (b.row == no_row || !reuses_) return;
    std::memcpy(b.data(), &state_.freed[b.row], sizeof(block*));
    state_.freed[b.row] = &b;
  }

  state state_;
  bool reuses_ = true;
};

inline constinit heap* the_heap = nullptr;

}  // namespace weir::verify::checked

#endif
