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
#include <vector>

namespace weir::verify::checked {

/// The heap of one execution, at addresses that depend on the calls alone. An execution either uses freed memory again at once, or never. It begins with
/// what the program allocated before the check, as it was then.
class heap {
 public:
  struct block {
    std::uint64_t size;  ///< of the part that the program has
    std::uint32_t row;  ///< of freed blocks that it belongs to; none: it is not used again
    std::uint32_t is_live;
    [[nodiscard]] char* data() { return reinterpret_cast<char*>(this + 1); }
  };
  static_assert(sizeof(block) == 16);

  /// Nothing runs under check yet, and what the program allocates is the beginning of each execution's heap.
  [[nodiscard]] bool is_before_check() const { return before_check_; }
  void* allocate_before_check(std::size_t size, std::size_t alignment) {
    if (state_.next == heap_begin) reserve(heap_bytes, heap_begin);
    const std::size_t room = room_for(size);
    block* const b = add(room, alignment);
    return b == nullptr ? nullptr : make(*b, size, no_row);
  }
  void release_before_check(void* p) {
    if (block* const b = block_of(p)) b->is_live = freed_mark;
  }
  /// The check begins.
  void keep() {
    if (!before_check_) return;
    before_check_ = false;
    if (state_.next == heap_begin) reserve(heap_bytes, heap_begin);
    kept_ = state_;
    kept_bytes_.assign(reinterpret_cast<char*>(heap_begin), reinterpret_cast<char*>(kept_.next));
  }
  void begin(bool reuses) {
    state_ = kept_;
    std::memcpy(reinterpret_cast<char*>(heap_begin), kept_bytes_.data(), kept_bytes_.size());
    reuses_ = reuses;
  }

  /// Nothing when there is no more.
  void* allocate(execution& e, std::size_t size, std::size_t alignment) {
    const std::size_t room = room_for(size);
    const std::uint32_t row = row_of(room, alignment);
    block* b = row == no_row || !reuses_ ? nullptr : state_.freed[row];
    if (b != nullptr) {
      std::memcpy(&state_.freed[row], b->data(), sizeof(block*));
      make_new(e, address(b->data()), room);
    } else {
      b = add(room, alignment);
      if (b == nullptr) return nullptr;
    }
    ++state_.live;
    return make(*b, size, row);
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
  /// Blocks that this execution has allocated and not freed.
  [[nodiscard]] std::uint32_t live() const { return state_.live; }
  template <class F>
  void each_live(F f) {
    for (std::uintptr_t at = kept_.next; at < state_.next;) {
      block& b = *reinterpret_cast<block*>(at);
      if (b.is_live == live_mark) f(b);
      at += sizeof(block) + (b.row == gap_row ? 0 : std::max<std::size_t>(room_of(b), 16));
    }
  }
  /// Where the memory from before the check ends.
  [[nodiscard]] std::uintptr_t kept_end() const { return kept_.next; }

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
  static std::size_t room_for(std::size_t size) { return std::max<std::size_t>((size + 15) / 16 * 16, 16); }
  static std::size_t room_of(const block& b) { return (b.size + 15) / 16 * 16; }

  /// A block at the end; nothing when there is no room.
  block* add(std::size_t room, std::size_t alignment) {
    const std::uintptr_t data = (state_.next + sizeof(block) + alignment - 1) / alignment * alignment;
    if (room > heap_bytes || data + room > region_end) return nullptr;
    block* const b = reinterpret_cast<block*>(data) - 1;
    for (std::uintptr_t gap = state_.next; gap < address(b); gap += sizeof(block)) *reinterpret_cast<block*>(gap) = {0, gap_row, 0};
    state_.next = data + room;
    return b;
  }
  static void* make(block& b, std::size_t size, std::uint32_t row) {
    b = {size, row, live_mark};
    std::memset(b.data(), 0xBE, std::min<std::size_t>(room_for(size), 4096));  // what is not initialised is the same each time
    return b.data();
  }

  void mark_free(block& b) {
    b.is_live = freed_mark;
    if (address(&b) < kept_.next) return;
    --state_.live;
    if (b.row == no_row || !reuses_) return;
    std::memcpy(b.data(), &state_.freed[b.row], sizeof(block*));
    state_.freed[b.row] = &b;
  }

  state state_;
  state kept_;
  std::vector<char> kept_bytes_;
  bool before_check_ = true;
  bool reuses_ = true;
};

inline constinit heap the_heap;

}  // namespace weir::verify::checked

#endif
