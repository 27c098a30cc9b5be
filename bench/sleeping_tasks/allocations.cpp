// SPDX-License-Identifier: Apache-2.0
#include "bench/sleeping_tasks/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> bytes_given{0};
std::atomic<std::uint64_t> times_called{0};

void* counted(void* p, std::size_t size) {
  if (p == nullptr) throw std::bad_alloc();
  bytes_given.fetch_add(size, std::memory_order_relaxed);
  times_called.fetch_add(1, std::memory_order_relaxed);
  return p;
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size == 0 ? 1 : size), size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  const auto whole = (size + align - 1) / align * align;
  return counted(std::aligned_alloc(align, whole), whole);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace weir::bench {

allocated allocated::so_far() noexcept {
  return {bytes_given.load(std::memory_order_relaxed), times_called.load(std::memory_order_relaxed)};
}

}  // namespace weir::bench
