// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_FRAME_CACHE_HPP
#define WEIR_ENGINE_COROUTINE_FRAME_CACHE_HPP

#include <weir/engine/coroutine/frame_depot.hpp>
#include <weir/engine/coroutine/task_frame.hpp>

#include <array>
#include <cstddef>
#include <new>
#include <utility>

namespace weir::engine {

/// Recycles the memory of ended coroutines, so that a thread that runs one after another allocates nothing.
///
/// A cache belongs to one thread and has no lock. It holds at most two batches of each size. A surplus batch goes to the depot, which all threads
/// of a pool share and refill from, or without a depot to the heap. Each block is a heap block of its own, so it may be released to another cache
/// than it came from. Blocks of more than 2 KiB are not cached.
/// Cost: pops or pushes the first block of a list, O(1).
template <class P>
class frame_cache {
 public:
  frame_cache() noexcept = default;
  frame_cache(const frame_cache&) = delete;
  frame_cache& operator=(const frame_cache&) = delete;
  ~frame_cache() {
    for (const shelf& s : shelves_) {
      free_frame::free(s.open);
      free_frame::free(s.full);
    }
  }

  /// Call before the first allocation.
  void share(frame_depot<P>& depot) noexcept { depot_ = &depot; }

  /// `size` bytes, aligned as operator new aligns. From the heap if `cache` is null or empty. Throws std::bad_alloc.
  [[nodiscard]] static void* allocate(frame_cache* cache, std::size_t size) {
    const std::size_t n = frame_size::which(size);
    if (n >= frame_size::count) return from_heap(size);
    if (cache == nullptr || !cache->has(n)) return from_heap(frame_size::room_in(n));
    shelf& s = cache->shelves_[n];
    --s.count;
    return std::exchange(s.open, s.open->next);
  }
  /// Releases what allocate() returned for `size`, to the heap if `cache` is null.
  static void release(frame_cache* cache, void* block, std::size_t size) noexcept {
    const std::size_t n = frame_size::which(size);
    if (cache == nullptr || n >= frame_size::count) return to_heap(block);
    shelf& s = cache->shelves_[n];
    if (s.count == free_frame::batch) cache->put_aside(n);
    s.open = ::new (block) free_frame{s.open, nullptr};
    ++s.count;
  }

 private:
  struct shelf {
    free_frame* open = nullptr;
    free_frame* full = nullptr;
    unsigned count = 0;  // in `open`
  };

  // Not inlined: g++ would see the heap's operator new inside a coroutine's own, but not the matching operator delete.
  [[gnu::noinline]] static void* from_heap(std::size_t size) { return ::operator new(size); }
  [[gnu::noinline]] static void to_heap(void* block) noexcept { ::operator delete(block); }

  bool has(std::size_t n) noexcept {
    shelf& s = shelves_[n];
    if (s.open != nullptr) return true;
    s.open = std::exchange(s.full, nullptr);
    if (s.open == nullptr && depot_ != nullptr) s.open = depot_->take(n);
    if (s.open != nullptr) s.count = free_frame::batch;
    return s.open != nullptr;
  }
  void put_aside(std::size_t n) noexcept {
    shelf& s = shelves_[n];
    s.count = 0;
    free_frame* const spare = std::exchange(s.full, std::exchange(s.open, nullptr));
    if (spare == nullptr) return;
    depot_ == nullptr ? free_frame::free(spare) : depot_->give(n, spare);
  }

  std::array<shelf, frame_size::count> shelves_;
  frame_depot<P>* depot_ = nullptr;
};

/// Base of a promise: the frame comes from the cache of the thread that makes it, if there is one. For frames only: a class made with new may need
/// more alignment than a cache gives, and takes recycled_like.
template <class P>
struct recycled {
  static void* operator new(std::size_t size) { return frame_cache<P>::allocate(own(), size); }
  static void operator delete(void* block, std::size_t size) noexcept { frame_cache<P>::release(own(), block, size); }

 private:
  static frame_cache<P>* own() noexcept {
    const auto* f = task_frame<P>::innermost();
    return f == nullptr ? nullptr : f->frames;
  }
};

/// Base of a class that holds a T: recycled, unless T needs more alignment than a cache's blocks have.
template <class P, class T>
struct recycled_like : recycled<P> {};
template <class P, class T>
  requires(alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
struct recycled_like<P, T> {};

}  // namespace weir::engine

#endif
