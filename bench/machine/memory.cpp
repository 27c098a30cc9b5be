// SPDX-License-Identifier: Apache-2.0
#include "bench/machine/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "bench/machine/computer.hpp"

namespace weir::bench::sim {
namespace {

constexpr std::size_t room = std::size_t{64} << 30;  // addresses, not memory
constexpr std::size_t least_alignment = 16;          // as of malloc, whose blocks have a header of so many bytes too

struct header {
  std::size_t bytes;  // of the whole block
  std::size_t kind;   // its list of free blocks
};
static_assert(sizeof(header) == least_alignment);

struct heap {
  char* begin = nullptr;
  char* end = nullptr;
  char* fresh = nullptr;
  std::array<void*, 64 * 16> free{};  // by size, rounded up to 16 bytes or to a power of two, and by alignment

  void reserve() {
    void* const all = ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) std::abort();
    begin = fresh = static_cast<char*>(all);
    end = begin + room;
  }
} the_heap;

std::size_t rounded(std::size_t bytes) { return bytes <= 512 ? (bytes + 15) / 16 * 16 : std::bit_ceil(bytes); }

std::size_t kind_of(std::size_t bytes, std::size_t alignment) {
  const std::size_t by_size = bytes <= 512 ? bytes / 16 : 23 + static_cast<std::size_t>(std::countr_zero(bytes));
  return by_size * 16 + static_cast<std::size_t>(std::countr_zero(alignment));
}

}  // namespace

bool& memory::is_simulated() noexcept {
  static constinit bool simulated = false;
  return simulated;
}

void memory::clear() {
  if (the_heap.begin == nullptr) the_heap.reserve();
  ::madvise(the_heap.begin, static_cast<std::size_t>(the_heap.fresh - the_heap.begin), MADV_DONTNEED);
  the_heap.fresh = the_heap.begin;
  the_heap.free.fill(nullptr);
}

void* memory::allocate(std::size_t bytes, std::size_t alignment) {
  alignment = std::max(alignment, least_alignment);
  bytes = rounded(std::max(bytes, std::size_t{1}));
  const std::size_t kind = kind_of(bytes, alignment);
  if (void* const used = the_heap.free[kind]; used != nullptr) {
    the_heap.free[kind] = *static_cast<void**>(used);
    return used;
  }
  const auto from = reinterpret_cast<std::uintptr_t>(the_heap.fresh) + sizeof(header);
  char* const block = reinterpret_cast<char*>((from + alignment - 1) / alignment * alignment);
  if (block + bytes > the_heap.end) throw std::bad_alloc();
  *reinterpret_cast<header*>(block - sizeof(header)) = {bytes, kind};
  the_heap.fresh = block + bytes;
  return block;
}

bool memory::release(void* block) noexcept {
  if (block < the_heap.begin || block >= the_heap.end) return false;
  if (block >= the_heap.fresh) return true;  // of a run that is over
  const std::size_t kind = reinterpret_cast<header*>(static_cast<char*>(block) - sizeof(header))->kind;
  *static_cast<void**>(block) = the_heap.free[kind];
  the_heap.free[kind] = block;
  return true;
}

namespace {

void* taken(std::size_t bytes, std::size_t alignment) {
  if (memory::is_simulated()) {
    computer::current()->spend(computer::current()->prices().allocate);
    return memory::allocate(bytes, alignment);
  }
  void* const block = alignment <= least_alignment ? std::malloc(std::max(bytes, std::size_t{1}))
                                                   : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void given_back(void* block) noexcept {
  if (block == nullptr) return;
  if (!memory::release(block)) return std::free(block);
  if (memory::is_simulated()) computer::current()->spend(computer::current()->prices().release);
}

}  // namespace
}  // namespace weir::bench::sim

void* operator new(std::size_t bytes) { return weir::bench::sim::taken(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t to) { return weir::bench::sim::taken(bytes, static_cast<std::size_t>(to)); }
void operator delete(void* block) noexcept { weir::bench::sim::given_back(block); }
void operator delete(void* block, std::size_t) noexcept { weir::bench::sim::given_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { weir::bench::sim::given_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { weir::bench::sim::given_back(block); }
