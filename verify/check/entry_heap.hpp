// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_HEAP_HPP
#define WEIR_VERIFY_CHECK_ENTRY_HEAP_HPP

#include <weir/verify/check/atomics.hpp>
#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/pages.hpp>
#include <weir/verify/check/world.hpp>

#include <malloc.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

// Memory. What the C library allocates for itself stays in its own heap: it may keep it longer than an execution lasts.

using namespace weir::verify::checked;

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace weir::verify::checked {

extern "C" char __executable_start;
extern "C" char etext;

/// Whether the program allocates, and no library for itself. Before the check that is its own code alone.
inline bool is_programs(std::uintptr_t pc) {
  if (the_heap.is_before_check()) return pc - address(&__executable_start) < address(&etext) - address(&__executable_start);
  return under_check() && !the_world->globals.of_system(pc);
}

/// Whether memory comes from the heap of the program: in an execution, and before the check, where that begins to be made.
inline bool has_heap() { return under_check() || the_heap.is_before_check(); }

inline void* allocate(std::size_t size, std::size_t alignment) {
  alignment = std::max<std::size_t>(alignment, 16);
  void* memory = nullptr;
  if (the_heap.is_before_check()) {
    memory = the_heap.allocate_before_check(size, alignment);
  } else {
    inside here;
    memory = the_heap.allocate(*the_execution, size, alignment);
  }
  if (memory == nullptr) errno = ENOMEM;
  return memory;
}
/// What the C library allocates for a call of the program: the program may free it, and nothing else that is not in its heap.
inline void* allocate_for_system(void* memory) {
  if (!under_check() || memory == nullptr) return memory;
  inside here;
  the_world->of_system.add(*the_execution, memory);
  return memory;
}
inline void release_of_system(void* p, std::uintptr_t pc) {
  if (!under_check()) return __libc_free(p);
  inside here;
  if (the_world->globals.of_system(pc)) {
    the_world->of_system.forget(p);
    return __libc_free(p);
  }
  if (the_world->of_system.release(*the_execution, p, pc)) return;
  the_execution->place = pc;
  refuse("memory is freed that was allocated before the check began, which only the first execution can do: allocate it in the body");
}
inline void* allocate_for(std::uintptr_t pc, std::size_t size) {
  return is_programs(pc) ? allocate(size, 16) : allocate_for_system(__libc_malloc(size));
}
inline void* allocate_for(std::uintptr_t pc, std::size_t size, std::size_t alignment) {
  return is_programs(pc) ? allocate(size, alignment) : allocate_for_system(__libc_memalign(alignment, size));
}
inline void release(void* p, std::uintptr_t pc) {
  if (p == nullptr) return;
  if (!in_heap(p)) return release_of_system(p, pc);
  if (the_heap.is_before_check()) return the_heap.release_before_check(p);
  if (!under_check()) return;  // the heap ends with its execution
  inside here;
  the_heap.release(*the_execution, p, pc);
}
inline void* reallocate(void* old, std::size_t size, std::uintptr_t pc) {
  if (old == nullptr) return allocate_for(pc, size);
  if (!in_heap(old) && !under_check()) return __libc_realloc(old, size);
  if (size == 0) return release(old, pc), nullptr;
  if (!in_heap(old)) {
    void* const fresh = allocate_for(pc, size);
    if (fresh != nullptr) ::memcpy(fresh, old, std::min(size, behind(&::malloc_usable_size, "malloc_usable_size")(old)));
    if (fresh != nullptr) release_of_system(old, pc);
    return fresh;
  }
  const heap::block* const b = heap::block_of(old);
  void* const fresh = has_heap() ? allocate(size, 16) : __libc_malloc(size);
  if (fresh == nullptr || b == nullptr) return fresh;
  ::memcpy(fresh, old, std::min<std::size_t>(size, b->size));
  release(old, pc);
  return fresh;
}
inline void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  for (;;) {
    void* const memory = has_heap() ? allocate(size, alignment) : alignment <= 16 ? __libc_malloc(size) : __libc_memalign(alignment, size);
    if (memory != nullptr) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
/// Nothing, and an error, unless the alignment is a power of two.
inline void* allocate_aligned(std::uintptr_t pc, std::size_t size, std::size_t alignment) {
  if (std::has_single_bit(alignment)) return allocate_for(pc, size, alignment);
  errno = EINVAL;
  return nullptr;
}

}  // namespace weir::verify::checked

extern "C" {

void* malloc(std::size_t size) noexcept { return allocate_for(caller(), size); }
void free(void* p) noexcept { release(p, caller()); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!is_programs(caller())) return allocate_for_system(__libc_calloc(count, size));
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
  void* const memory = allocate(bytes, 16);
  if (memory != nullptr) ::memset(memory, 0, bytes);
  return memory;
}
void* realloc(void* old, std::size_t size) noexcept { return reallocate(old, size, caller()); }
void* reallocarray(void* old, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
  return reallocate(old, bytes, caller());
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return allocate_aligned(caller(), size, alignment > SIZE_MAX / 2 ? alignment : std::bit_ceil(alignment));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return allocate_aligned(caller(), size, alignment); }
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  if (alignment % sizeof(void*) != 0 || !std::has_single_bit(alignment)) return EINVAL;
  const int before = errno;
  void* const memory = allocate_for(caller(), size, alignment);
  errno = before;
  if (memory == nullptr) return ENOMEM;
  *p = memory;
  return 0;
}
void* valloc(std::size_t size) noexcept { return allocate_for(caller(), size, page_bytes); }
void* pvalloc(std::size_t size) noexcept {
  const std::size_t whole = size > SIZE_MAX - page_bytes ? SIZE_MAX : (size + page_bytes - 1) / page_bytes * page_bytes;
  return allocate_for(caller(), whole, page_bytes);
}
std::size_t malloc_usable_size(void* p) noexcept {
  if (p == nullptr) return 0;
  if (in_heap(p)) return heap::block_of(p) == nullptr ? 0 : heap::block_of(p)->size;
  return behind(&malloc_usable_size, "malloc_usable_size")(p);
}
}

void* operator new(std::size_t size) { return allocate_or_throw(size, 16); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate_or_throw(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate_or_throw(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { release(p, caller()); }
void operator delete[](void* p) noexcept { release(p, caller()); }
void operator delete(void* p, std::size_t) noexcept { release(p, caller()); }
void operator delete[](void* p, std::size_t) noexcept { release(p, caller()); }
void operator delete(void* p, std::align_val_t) noexcept { release(p, caller()); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p, caller()); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p, caller()); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p, caller()); }

#endif
