// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_ENGINE_HPP
#define WEIR_VERIFY_RELACY_ENGINE_HPP

// Relacy as an engine: its sub-headers only, because <relacy/relacy.hpp> redefines new, delete, malloc, assert and errno.
#ifndef RL_DO_ASSERT
#define RL_DO_ASSERT 1  // its internal checks cost nothing measurable, and without them an overflow goes unnoticed
#endif

#include <weir/verify/relacy/fibers.hpp>  // these two must come before Relacy
#include <weir/verify/relacy/heap.hpp>

#include <relacy/atomic.hpp>
#include <relacy/atomic_fence.hpp>
#include <relacy/backoff.hpp>
#include <relacy/base.hpp>
#include <relacy/context.hpp>
#include <relacy/context_base_impl.hpp>
#include <relacy/dyn_thread.hpp>
#include <relacy/stdlib/condition_variable.hpp>
#include <relacy/stdlib/event.hpp>
#include <relacy/stdlib/mutex.hpp>
#include <relacy/stdlib/semaphore.hpp>
#include <relacy/test_suite.hpp>
#include <relacy/thread_local.hpp>
#include <relacy/var.hpp>
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdollar-in-identifier-extension"
#endif
#undef $
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace weir::verify::checker {

/// Over-aligned memory out of Relacy's heap, which knows only 16 bytes: so that it is counted and overwritten like the rest.
inline void* allocate_aligned(std::size_t bytes, std::size_t alignment) {
  void* whole = ::operator new(bytes + alignment + sizeof(void*));
  const auto first = reinterpret_cast<std::uintptr_t>(whole) + sizeof(void*);
  void* part = reinterpret_cast<void*>((first + alignment - 1) / alignment * alignment);
  std::memcpy(static_cast<char*>(part) - sizeof(void*), &whole, sizeof whole);
  return part;
}

inline void free_aligned(void* part) noexcept {
  if (part == nullptr) return;
  void* whole = nullptr;
  std::memcpy(&whole, static_cast<char*>(part) - sizeof(void*), sizeof whole);
  ::operator delete(whole);
}

// Relacy defines these four inline. When every call is inlined the program exports none of them, and what the standard
// library allocates inside itself would be freed by the other heap. Taking their addresses forces copies into the program.
[[gnu::used]] static void* (*const exported_new)(std::size_t) = &::operator new;
[[gnu::used]] static void* (*const exported_new_array)(std::size_t) = &::operator new[];
[[gnu::used]] static void (*const exported_delete)(void*) noexcept = &::operator delete;
[[gnu::used]] static void (*const exported_delete_array)(void*) noexcept = &::operator delete[];

}  // namespace weir::verify::checker

// The forms Relacy lacks. Weak, not inline: a replacement may not be inline, and several sources may include this header.
[[gnu::weak]] void operator delete(void* p, std::size_t) noexcept { ::operator delete(p); }
[[gnu::weak]] void operator delete[](void* p, std::size_t) noexcept { ::operator delete[](p); }
[[gnu::weak]] void* operator new(std::size_t n, std::align_val_t a) {
  return weir::verify::checker::allocate_aligned(n, static_cast<std::size_t>(a));
}
[[gnu::weak]] void* operator new[](std::size_t n, std::align_val_t a) {
  return weir::verify::checker::allocate_aligned(n, static_cast<std::size_t>(a));
}
[[gnu::weak]] void operator delete(void* p, std::align_val_t) noexcept { weir::verify::checker::free_aligned(p); }
[[gnu::weak]] void operator delete[](void* p, std::align_val_t) noexcept { weir::verify::checker::free_aligned(p); }
[[gnu::weak]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { weir::verify::checker::free_aligned(p); }
[[gnu::weak]] void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { weir::verify::checker::free_aligned(p); }

#endif
