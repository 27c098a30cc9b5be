// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_FRAME_DEPOT_HPP
#define WEIR_ENGINE_COROUTINE_FRAME_DEPOT_HPP

#include <weir/platform/smaller_of.hpp>

#include <array>
#include <cstddef>
#include <new>
#include <utility>

namespace weir::engine {

/// The size classes of coroutine frames: 24 bytes and every 16 more, up to 2 KiB. These are the usable sizes of heap blocks, so no memory is lost
/// to rounding.
struct frame_size {
  static constexpr std::size_t least = 24;
  static constexpr std::size_t step = 16;
  static constexpr std::size_t count = 127;

  static constexpr std::size_t which(std::size_t bytes) noexcept { return (platform::larger_of(bytes, least) - least + step - 1) / step; }
  static constexpr std::size_t room_in(std::size_t n) noexcept { return least + n * step; }
};

/// A free block. Caches exchange blocks in chains of `batch`.
struct free_frame {
  static constexpr unsigned batch = 32;
  free_frame* next;
  free_frame* next_batch;

  static void free(free_frame* chain) noexcept {
    while (chain != nullptr) ::operator delete(std::exchange(chain, chain->next));
  }
};

/// The frame batches that a pool's caches share: a coroutine may end on another thread than it began on, and tens of thousands may end before the
/// next ones begin.
///
/// Of each size it keeps no more blocks than its caches had to take from the heap; a batch beyond that is freed.
/// Cost: one lock per batch, and one for each block that a cache takes from the heap.
template <class P>
class frame_depot {
 public:
  frame_depot() = default;
  frame_depot(const frame_depot&) = delete;
  frame_depot& operator=(const frame_depot&) = delete;
  ~frame_depot() {
    for (const shelf& s : shelves_.read())
      for (free_frame* chain = s.first; chain != nullptr;) free_frame::free(std::exchange(chain, chain->next_batch));
  }

  /// Takes a batch. Null if there is none: the cache then takes a block from the heap, which is counted.
  [[nodiscard]] free_frame* take(std::size_t n) noexcept {
    typename P::unique_lock lock(mutex_);
    shelf& s = shelves_.write()[n];
    if (s.first == nullptr) return ++s.lent, nullptr;
    s.kept -= free_frame::batch;
    return std::exchange(s.first, s.first->next_batch);
  }
  /// Keeps the batch, or frees it if enough are kept.
  void give(std::size_t n, free_frame* chain) noexcept {
    {
      typename P::unique_lock lock(mutex_);
      shelf& s = shelves_.write()[n];
      if (s.kept < s.lent) {
        s.kept += free_frame::batch;
        chain->next_batch = std::exchange(s.first, chain);
        return;
      }
    }
    free_frame::free(chain);
  }

 private:
  struct shelf {
    free_frame* first = nullptr;
    std::size_t kept = 0;
    std::size_t lent = 0;
  };

  typename P::mutex mutex_;
  typename P::template cell<std::array<shelf, frame_size::count>> shelves_;
};

}  // namespace weir::engine

#endif
