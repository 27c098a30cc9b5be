// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_FRAME_CACHE_HPP
#define WEIR_ENGINE_FRAME_CACHE_HPP

#include <array>
#include <cstddef>
#include <new>

namespace weir::engine {

/// Keeps the memory of ended coroutines for the next ones, so that a thread that runs one after another asks the heap for none.
///
/// A cache belongs to one thread and has no lock. Its blocks are the heap's own, one by one: a block may come from one cache, or from
/// none, and go back to another, as it does when a coroutine ends on another thread than it began on. Blocks come in sizes of
/// 64 bytes and its multiples, up to 2 KiB; eight bytes of each are the heap's own, which so rounds nothing up. Bigger ones pass through.
/// Cost: a list's first block is taken or put back, O(1). At most 64 KiB of each size stay, counted in bytes because it is bytes that an
/// idle thread withholds from the others: enough for 1024 of the smallest and 32 of the biggest, 2 MiB in all.
class frame_cache {
 public:
  static constexpr std::size_t step = 64;
  static constexpr std::size_t sizes = 32;
  static constexpr std::size_t kept_bytes = 64 * 1024;  ///< of each size

  frame_cache() noexcept = default;
  frame_cache(const frame_cache&) = delete;
  frame_cache& operator=(const frame_cache&) = delete;
  ~frame_cache() {
    for (std::size_t n = 0; n != sizes; ++n)
      while (kept_[n].first != nullptr) ::operator delete(pop(kept_[n]));
  }

  /// `size` bytes, aligned as operator new aligns; from the heap if `cache` is null or has none. Throws std::bad_alloc.
  [[nodiscard]] static void* allocate(frame_cache* cache, std::size_t size) {
    const std::size_t n = which(size);
    if (n >= sizes) return ::operator new(size);
    if (cache != nullptr && cache->kept_[n].first != nullptr) return pop(cache->kept_[n]);
    return ::operator new(room_in(n));
  }
  /// Gives back what allocate() returned for `size`; to the heap if `cache` is null or full.
  static void release(frame_cache* cache, void* block, std::size_t size) noexcept {
    const std::size_t n = which(size);
    if (cache == nullptr || n >= sizes || cache->kept_[n].count == kept_bytes / ((n + 1) * step))
      ::operator delete(block);
    else
      push(cache->kept_[n], block);
  }

 private:
  struct free_block {
    free_block* next;
  };
  struct list {
    free_block* first = nullptr;
    std::size_t count = 0;
  };
  static constexpr std::size_t taken_by_the_heap = 8;

  static constexpr std::size_t which(std::size_t size) noexcept { return (size + taken_by_the_heap - 1) / step; }
  static constexpr std::size_t room_in(std::size_t n) noexcept { return (n + 1) * step - taken_by_the_heap; }

  static void* pop(list& from) noexcept {
    free_block* block = from.first;
    from.first = block->next;
    --from.count;
    return block;
  }
  static void push(list& to, void* block) noexcept {
    to.first = ::new (block) free_block{to.first};
    ++to.count;
  }

  std::array<list, sizes> kept_;
};

}  // namespace weir::engine

#endif
