// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_HEAP_HPP
#define WEIR_VERIFY_CHECK_ENTRY_HEAP_HPP

#include <weir/verify/check/atomics.hpp>
#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/world.hpp>

#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <vector>

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
  if (the_heap.is_before_check()) return the_heap.allocate_before_check(size, std::max<std::size_t>(alignment, 16));
  inside here;
  return the_heap.allocate(*the_execution, size, std::max<std::size_t>(alignment, 16));
}
/// What the C library allocates for a call of the program: the program may free it, and nothing else that is not in its heap.
inline void* allocate_for_system(void* memory) {
  if (!under_check() || memory == nullptr) return memory;
  inside here;
  the_world->system_blocks.push_back(memory);
  return memory;
}
inline void release_of_system(void* p, std::uintptr_t pc) {
  if (!under_check()) return __libc_free(p);
  inside here;
  std::vector<void*>& all = the_world->system_blocks;
  const auto known = std::find(all.rbegin(), all.rend(), p);
  if (known != all.rend())
    all.erase(std::next(known).base());
  else if (!the_world->globals.of_system(pc)) {
    the_execution->place = pc;
    refuse("memory is freed that was allocated before the check began, which only the first execution can do: allocate it in the body");
  }
  __libc_free(p);
}
inline void* allocate_for(std::uintptr_t pc, std::size_t size) {
  return is_programs(pc) ? allocate(size, 16) : allocate_for_system(__libc_malloc(size));
}
inline void* allocate_for(std::uintptr_t pc, std::size_t size, std::size_t alignment) {
  return is_programs(pc) ? allocate(size, alignment) : allocate_for_system(__libc_memalign(alignment, size));
}
constexpr std::size_t page = 4096;
/// What the C library itself would allocate is elsewhere in each execution.
inline char* copy_for(std::uintptr_t pc, const char* text, std::size_t length) {
  auto* const copy = static_cast<char*>(allocate_for(pc, length + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
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
  if (old == nullptr) return is_programs(pc) ? allocate(size, 16) : allocate_for_system(__libc_malloc(size));
  if (!in_heap(old) && !under_check()) return __libc_realloc(old, size);
  if (!in_heap(old)) {
    void* const fresh = allocate_for_system(__libc_malloc(size));
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
  void* const memory = has_heap() ? allocate(size, alignment) : alignment <= 16 ? __libc_malloc(size) : __libc_memalign(alignment, size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace weir::verify::checked

extern "C" {

void* malloc(std::size_t size) noexcept { return allocate_for(caller(), size); }
void free(void* p) noexcept { release(p, caller()); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!is_programs(caller())) return allocate_for_system(__libc_calloc(count, size));
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* const memory = allocate(bytes, 16);
  if (memory != nullptr) ::memset(memory, 0, bytes);
  return memory;
}
void* realloc(void* old, std::size_t size) noexcept { return reallocate(old, size, caller()); }
void* memalign(std::size_t alignment, std::size_t size) noexcept { return allocate_for(caller(), size, alignment); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return allocate_for(caller(), size, alignment); }
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  *p = allocate_for(caller(), size, alignment);
  return *p == nullptr ? ENOMEM : 0;
}
void* valloc(std::size_t size) noexcept { return allocate_for(caller(), size, page); }
void* pvalloc(std::size_t size) noexcept { return allocate_for(caller(), (size + page - 1) / page * page, page); }
char* strdup(const char* text) noexcept { return copy_for(caller(), text, std::strlen(text)); }
char* strndup(const char* text, std::size_t most) noexcept { return copy_for(caller(), text, ::strnlen(text, most)); }
char* __strdup(const char* text) { return copy_for(caller(), text, std::strlen(text)); }
char* __strndup(const char* text, std::size_t most) { return copy_for(caller(), text, ::strnlen(text, most)); }
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
