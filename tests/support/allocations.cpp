// SPDX-License-Identifier: Apache-2.0
#include "tests/support/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__clang__)
#if __has_feature(thread_sanitizer)  // has linked an operator new of its own already
#define WEIR_TESTS_KEEP_OPERATOR_NEW
#endif
#endif

namespace {

std::atomic<unsigned long> calls{0};
std::atomic<long> left{0};
constexpr int never = -1;
thread_local int spared_calls = never;

[[maybe_unused]] void note() {
  calls.fetch_add(1, std::memory_order_relaxed);
  if (spared_calls == never) return;
  if (spared_calls-- == 0) throw std::bad_alloc();  // and is `never` now
}

[[maybe_unused]] void* checked(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  left.fetch_add(1, std::memory_order_relaxed);
  return p;
}

[[maybe_unused]] void end(void* p) noexcept {
  if (p != nullptr) left.fetch_sub(1, std::memory_order_relaxed);
  std::free(p);
}

}  // namespace

#if !defined(WEIR_TESTS_KEEP_OPERATOR_NEW)
void* operator new(std::size_t size) {
  note();
  return checked(std::malloc(size == 0 ? 1 : size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  note();
  const auto align = static_cast<std::size_t>(alignment);
  return checked(std::aligned_alloc(align, (size + align - 1) / align * align));
}
// g++'s ThreadSanitizer has one of its own, which does not call the first.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return ::operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* p) noexcept { end(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { end(p); }
void operator delete(void* p, std::size_t) noexcept { end(p); }
void operator delete(void* p, std::align_val_t) noexcept { end(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { end(p); }
#endif

namespace weir::tests {

bool allocations_are_counted() noexcept {
#if defined(WEIR_TESTS_KEEP_OPERATOR_NEW)
  return false;
#else
  return true;
#endif
}

unsigned long allocations() noexcept { return calls.load(std::memory_order_relaxed); }
long objects_left() noexcept { return left.load(std::memory_order_relaxed); }

failing_allocation::failing_allocation(int spared) noexcept { spared_calls = spared; }
failing_allocation::~failing_allocation() { spared_calls = never; }
bool failing_allocation::happened() const noexcept { return spared_calls == never; }

}  // namespace weir::tests
