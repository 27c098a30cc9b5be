// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_HEAP_HPP
#define WEIR_VERIFY_GRAPHS_HEAP_HPP

// The program's operator new and delete: in the threads of an execution, memory comes from its arena. One source file of a program includes
// this. Without it a program whose atomics hold pointers to what it allocates is found to do something else when it runs again.

#include <weir/verify/graphs/arena.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  using namespace weir::verify::execution;
  const auto aligned = static_cast<std::size_t>(alignment);
  if (the_allocating.in_thread) return the_arena.allocate(the_allocating.thread, bytes, aligned);
  void* memory = std::aligned_alloc(aligned, (bytes + aligned - 1) / aligned * aligned);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t bytes) { return operator new(bytes, std::align_val_t{alignof(std::max_align_t)}); }
// AddressSanitizer's own forms for arrays call none of these. Where an array's length is kept, it must let these write when the array is gone.
extern "C" const char* __asan_default_options() { return "poison_array_cookie=0"; }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return operator new(bytes, alignment); }
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* memory) noexcept {
  using namespace weir::verify::execution;
  if (the_arena.has(memory))
    the_arena.free(memory, the_allocating.thread);
  else
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { operator delete(memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { operator delete(memory); }

#endif
