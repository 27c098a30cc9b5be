// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_ARENA_HPP
#define WEIR_VERIFY_GRAPHS_ARENA_HPP

#include <weir/verify/graphs/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>

#include <sys/mman.h>

namespace weir::verify::execution {

/// Memory for the threads of an execution. The n-th allocation of a thread has the same address in every execution in which the
/// thread has read the same, whatever other threads do, so a pointer is a value that the search can tell apart. What is freed is filled
/// with 0xDD and not given out again in that execution, but for what its thread frees before it has changed anything that others see: so a loop that
/// waits is in the same state in each round, though it allocates.
class arena {
 public:
  static constexpr std::size_t bytes_of_a_thread = std::size_t{64} << 20;

  void* allocate(unsigned thread, std::size_t bytes, std::size_t alignment) {
    if (base_ == nullptr) {
      void* memory =
          ::mmap(nullptr, max_threads * bytes_of_a_thread, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) throw std::bad_alloc();
      base_ = static_cast<char*>(memory);
    }
    if (spared != endless && spared-- == 0) {
      spared = 0;
      throw std::bad_alloc();
    }
    place& p = places_[thread];
    const block b{bytes, p.used, p.last, false};
    const std::size_t begin = (p.used + sizeof b + alignment - 1) / alignment * alignment;
    if (begin + bytes > bytes_of_a_thread) throw std::bad_alloc();
    p.used = begin + bytes;
    p.last = begin;
    write(thread, begin, b);
    ++live_;
    return base_ + thread * bytes_of_a_thread + begin;
  }
  [[nodiscard]] bool has(const void* memory) const {
    const auto at = reinterpret_cast<std::uintptr_t>(memory), base = reinterpret_cast<std::uintptr_t>(base_);
    return base_ != nullptr && at >= base && at < base + max_threads * bytes_of_a_thread;
  }
  /// The address, counted from where the arena begins.
  [[nodiscard]] unsigned place_of(const void* memory) const {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(base_));
  }
  /// `by` is the thread that frees it.
  void free(void* memory, unsigned by) {
    --live_;
    const auto at = static_cast<std::size_t>(static_cast<char*>(memory) - base_);
    const auto owner = static_cast<unsigned>(at / bytes_of_a_thread);
    block b = read(owner, at % bytes_of_a_thread);
    b.freed = true;
    write(owner, at % bytes_of_a_thread, b);
    std::memset(memory, 0xDD, b.bytes);
    place& p = places_[owner];
    while (by == owner && p.last > p.seen) {
      const block last = read(owner, p.last);
      if (!last.freed) break;
      p.used = last.used_before;
      p.last = last.before;
    }
  }
  /// The thread has changed something, so others may know of its memory.
  void shows(unsigned thread) { places_[thread].seen = places_[thread].used; }
  /// A new execution begins.
  void clear() {
    places_ = {};
    live_ = 0;
    spared = endless;
  }
  /// What the execution has not freed.
  [[nodiscard]] bool leaked() const { return live_ != 0; }
  [[nodiscard]] std::string leak() const { return std::to_string(live_) + " allocations were never freed"; }

  /// So many allocations succeed yet.
  static constexpr unsigned endless = ~0U;
  unsigned spared = endless;

 private:
  /// What stands before each block. Places are relative to the beginning of the thread's memory.
  struct block {
    std::size_t bytes;
    std::size_t used_before;
    std::size_t before;  ///< the last block then
    bool freed;
  };
  struct place {
    std::size_t used = 0;
    std::size_t last = 0;  ///< the last block; 0: there is none
    std::size_t seen = 0;  ///< what others may know of
  };
  [[nodiscard]] block read(unsigned thread, std::size_t at) const {
    block b;
    std::memcpy(&b, base_ + thread * bytes_of_a_thread + at - sizeof b, sizeof b);
    return b;
  }
  void write(unsigned thread, std::size_t at, const block& b) {
    std::memcpy(base_ + thread * bytes_of_a_thread + at - sizeof b, &b, sizeof b);
  }

  char* base_ = nullptr;
  std::array<place, max_threads> places_{};
  std::size_t live_ = 0;
};

/// The thread of an execution that runs now, for the memory that it allocates.
struct allocating {
  bool in_thread = false;
  unsigned thread = 0;
};

inline arena the_arena;
inline allocating the_allocating;

/// What the checker itself allocates on behalf of a thread outlives the execution.
class outside_the_arena {
 public:
  outside_the_arena() : before_(the_allocating.in_thread) { the_allocating.in_thread = false; }
  outside_the_arena(const outside_the_arena&) = delete;
  outside_the_arena& operator=(const outside_the_arena&) = delete;
  ~outside_the_arena() { the_allocating.in_thread = before_; }

 private:
  bool before_;
};

}  // namespace weir::verify::execution

#endif
