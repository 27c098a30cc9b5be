// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_ARENA_HPP
#define WEIR_VERIFY_GRAPHS_ARENA_HPP

#include <weir/verify/graphs/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace weir::verify::execution {

/// Memory for the threads of an execution. The n-th allocation of a thread has the same address in every execution in which the
/// thread has read the same, whatever other threads do, so a pointer is a value that the search can tell apart. What is freed is filled
/// with 0xDD and not given out again in that execution.
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
    std::size_t& used = used_[thread];
    const std::size_t begin = (used + header + alignment - 1) / alignment * alignment;
    if (begin + bytes > bytes_of_a_thread) throw std::bad_alloc();
    used = begin + bytes;
    char* memory = base_ + thread * bytes_of_a_thread + begin;
    std::memcpy(memory - header, &bytes, sizeof bytes);
    return memory;
  }
  [[nodiscard]] bool has(const void* memory) const {
    const auto at = reinterpret_cast<std::uintptr_t>(memory), base = reinterpret_cast<std::uintptr_t>(base_);
    return base_ != nullptr && at >= base && at < base + max_threads * bytes_of_a_thread;
  }
  static void free(void* memory) {
    std::size_t bytes = 0;
    std::memcpy(&bytes, static_cast<char*>(memory) - header, sizeof bytes);
    std::memset(memory, 0xDD, bytes);
  }
  /// A new execution begins.
  void clear() { used_ = {}; }

 private:
  static constexpr std::size_t header = sizeof(std::size_t);

  char* base_ = nullptr;
  std::array<std::size_t, max_threads> used_{};
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
