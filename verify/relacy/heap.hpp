// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_HEAP_HPP
#define WEIR_VERIFY_RELACY_HEAP_HPP

// Takes the place of Relacy's memory.hpp, whose include guard it owns. The stock heap does not touch what it frees, so a
// read of freed plain memory goes unnoticed; it looks every block up in a tree, and never gives any back.
#if defined(RL_MEMORY_HPP)
#error "include <weir/verify/relacy.hpp> before any header of Relacy"
#endif
#define RL_MEMORY_HPP

#include <weir/verify/relacy/fibers.hpp>  // must come before Relacy

#include <relacy/base.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <ostream>

namespace weir::verify::checker {

/// What the last execution did not free, in words; empty if it freed everything.
inline char leak_note[128] = "";

/// So many allocations of an execution succeed yet. Each execution starts with endless_memory.
inline constexpr unsigned endless_memory = ~0U;
inline unsigned spared_allocations = endless_memory;
/// Throws std::bad_alloc out of Relacy's context.
[[noreturn]] void out_of_memory();

}  // namespace weir::verify::checker

namespace rl {

/// The heap of an execution. Freed blocks are overwritten and handed out again, latest first, so that what ABA and use after
/// free need to show themselves happens; some are held back for a while, as Relacy's scheduler decides.
class memory_mgr {
 public:
  memory_mgr() = default;
  memory_mgr(const memory_mgr&) = delete;
  memory_mgr& operator=(const memory_mgr&) = delete;
  ~memory_mgr() {
    while (blocks_ != nullptr) (::free)(std::exchange(blocks_, blocks_->older));
  }

  void* alloc(std::size_t size) {
    using namespace weir::verify::checker;
    if (spared_allocations != endless_memory && spared_allocations-- == 0) {
      spared_allocations = 0;
      out_of_memory();
    }
    const std::size_t bytes = (size + 15) / 16 * 16;
    block*& list = bytes / 16 < small_kinds ? small_[bytes / 16] : large_;
    block** at = &list;
    while (*at != nullptr && (*at)->capacity != bytes) at = &(*at)->next_free;
    block* b = *at;
    if (b != nullptr) {
      *at = b->next_free;
    } else {
      b = static_cast<block*>((::malloc)(sizeof(block) + bytes));
      if (b == nullptr) throw std::bad_alloc();
      b->capacity = bytes;
      b->older = blocks_;
      blocks_ = b;
    }
    b->size = size;
    b->state = live;
    ++live_count_;
    return b + 1;
  }

  /// False when this is no live block.
  bool free(void* memory, bool defer) {
    if (memory == nullptr) return true;
    block* b = static_cast<block*>(memory) - 1;
    if (b->state != live) return false;
    b->state = dead;
    --live_count_;
    std::memset(memory, 0xDD, b->capacity);
    if (defer) {
      block*& place = deferred_[next_deferred_++ % deferred_count];
      b = std::exchange(place, b);
    }
    if (b != nullptr) {
      block*& list = b->capacity / 16 < small_kinds ? small_[b->capacity / 16] : large_;
      b->next_free = list;
      list = b;
    }
    return true;
  }

  bool iteration_end() const {
    using weir::verify::checker::leak_note;
    leak_note[0] = '\0';
    if (live_count_ == 0) return true;
    std::size_t bytes = 0;
    for (const block* b = blocks_; b != nullptr; b = b->older)
      if (b->state == live) bytes += b->size;
    std::snprintf(leak_note, sizeof leak_note, "%zu allocations, %zu bytes together, were never freed", live_count_, bytes);
    return false;
  }

  void output_allocs(std::ostream&) const {}

 private:
  struct alignas(16) block {
    block* older;      // every block, so that all can be given back in the end
    block* next_free;  // while it is free
    std::size_t capacity;
    std::size_t size;
    std::uint64_t state;
  };
  static constexpr std::uint64_t live = 0x11FE11FE11FE11FE;
  static constexpr std::uint64_t dead = 0xDEADDEADDEADDEAD;
  static constexpr std::size_t small_kinds = 128;
  static constexpr std::size_t deferred_count = 64;

  block* blocks_ = nullptr;
  block* small_[small_kinds] = {};
  block* large_ = nullptr;
  block* deferred_[deferred_count] = {};
  std::size_t next_deferred_ = 0;
  std::size_t live_count_ = 0;
};

struct memory_alloc_event {
  void* addr_;
  size_t size_;
  bool is_array_;
  void output(std::ostream& s) const { s << "memory allocation"; }
};

struct memory_free_event {
  void* addr_;
  bool is_array_;
  void output(std::ostream& s) const { s << "memory deallocation"; }
};

}  // namespace rl

#endif
