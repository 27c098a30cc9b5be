// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_HEAP_HPP
#define WEIR_VERIFY_CHECK_HEAP_HPP

#include <weir/verify/check/lifetime.hpp>
#include <weir/verify/check/region.hpp>
#include <weir/verify/check/scratch.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace weir::verify::checked {

/// The heap of one execution, at addresses that depend on the calls alone. An execution uses freed memory again either at once, or only when it has taken
/// much. It begins with what the program allocated before the check, as it was then.
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
    block* const b = is_too_much(size, alignment) ? nullptr : add(room_for(size), alignment);
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
    kept_bytes_ = kept_size() == 0 ? nullptr : static_cast<char*>(reserve(kept_size()));
    if (kept_bytes_ != nullptr) std::memcpy(kept_bytes_, reinterpret_cast<char*>(heap_begin), kept_size());
  }
  void begin(bool reuses) {
    state_ = kept_;
    if (kept_bytes_ != nullptr) std::memcpy(reinterpret_cast<char*>(heap_begin), kept_bytes_, kept_size());
    reuses_ = reuses;
  }

  /// Nothing when it is more than there can be.
  void* allocate(execution& e, std::size_t size, std::size_t alignment) {
    if (is_too_much(size, alignment)) return nullptr;
    const std::uint32_t row = row_of(room_for(size), alignment);
    const std::size_t room = row == no_row ? room_for(size) : room_of_row(row);
    block* b = row == no_row || !(reuses_ || state_.next - kept_.next > much) ? nullptr : state_.freed[row];
    if (b != nullptr) {
      std::memcpy(&state_.freed[row], b->data(), sizeof(block*));
      make_new(e, address(b->data()), room);
    } else {
      b = add(room, row == no_row ? alignment : alignment_of_row(row));
      if (b == nullptr)
        e.fail(failure::kind::refused, 0, "one execution needs more memory than the %zu MB that its heap has", heap_bytes >> 20);
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
    end_memory(e, address(p), b->size, pc);
    mark_free(*b);
  }
  /// Blocks that this execution has allocated and not freed.
  [[nodiscard]] std::uint32_t live() const { return state_.live; }
  template <class F>
  void each_live(F f) {
    for (std::uintptr_t at = kept_.next; at < state_.next;) {
      block& b = *reinterpret_cast<block*>(at);
      if (b.is_live == live_mark) f(b);
      at += sizeof(block) + (b.row == gap_row ? 0 : room_of(b));
    }
  }
  /// Where the memory from before the check ends.
  [[nodiscard]] std::uintptr_t kept_end() const { return kept_.next; }

 private:
  static constexpr std::uint32_t no_row = 0xffffffff;
  static constexpr std::uint32_t gap_row = 0xfffffffe;  // sixteen bytes between two blocks
  static constexpr std::uint32_t live_mark = 0x11FE11FE;
  static constexpr std::uint32_t freed_mark = 0xDEADDEAD;
  static constexpr std::size_t much = std::size_t{512} << 20;  // that is not used again
  static constexpr std::size_t small_rows = 64;  // of 16, 32, ... 1024 bytes
  static constexpr std::size_t large_rows = 22;  // of 2 KB, 4 KB, ... 4 GB
  static constexpr std::size_t rows = small_rows + large_rows;
  static constexpr std::size_t widest = 4096;
  struct state {
    std::uintptr_t next = heap_begin;
    std::uint32_t live = 0;
    block* freed[2 * rows] = {};  // small ones aligned to 16 bytes, and to 64; large ones to 64, and to 4096
  };

  [[nodiscard]] std::size_t kept_size() const { return kept_.next - heap_begin; }
  static std::uint32_t row_of(std::size_t room, std::size_t alignment) {
    if (room <= 16 * small_rows && alignment <= 64) return static_cast<std::uint32_t>(room / 16 - 1 + (alignment > 16 ? rows : 0));
    if (alignment > widest) return no_row;
    const std::size_t doubled = std::bit_width(std::max<std::size_t>(room, 2048) - 1) - 11;
    return static_cast<std::uint32_t>(small_rows + doubled + (alignment > 64 ? rows : 0));
  }
  static std::size_t room_of_row(std::uint32_t row) {
    return row % rows < small_rows ? (row % rows + 1) * 16 : std::size_t{2048} << (row % rows - small_rows);
  }
  static std::size_t alignment_of_row(std::uint32_t row) {
    return row % rows < small_rows ? (row < rows ? 16 : 64) : row < rows ? 64 : widest;
  }
  static std::size_t room_for(std::size_t size) { return std::max<std::size_t>((size + 15) / 16 * 16, 16); }
  static std::size_t room_of(const block& b) { return b.row == no_row ? room_for(b.size) : room_of_row(b.row); }
  /// What no system would give.
  static bool is_too_much(std::size_t size, std::size_t alignment) {
    constexpr std::size_t most = std::size_t{1} << 38;
    return size > most || alignment > most;
  }

  /// A block at the end; nothing when there is no room.
  block* add(std::size_t room, std::size_t alignment) {
    const std::uintptr_t data = (state_.next + sizeof(block) + alignment - 1) / alignment * alignment;
    if (room > heap_bytes || data + room > heap_end) return nullptr;
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
    if (b.row == no_row) return;
    std::memcpy(b.data(), &state_.freed[b.row], sizeof(block*));
    state_.freed[b.row] = &b;
  }

  state state_;
  state kept_;
  char* kept_bytes_ = nullptr;
  bool before_check_ = true;
  bool reuses_ = true;
};

static_assert(std::is_trivially_destructible_v<heap>, "otherwise its destructor counts as one of the program's");
inline constinit heap the_heap;

}  // namespace weir::verify::checked

#endif
