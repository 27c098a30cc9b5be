// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_OUTSIDE_VECTOR_HPP
#define WEIR_VERIFY_SUPPORT_OUTSIDE_VECTOR_HPP

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace weir::verify::checker {

/// Memory from outside the heap under test, which replaces operator new.
template <class T>
struct outside_allocator {
  using value_type = T;

  outside_allocator() = default;
  template <class U>
  outside_allocator(const outside_allocator<U>&) {}

  T* allocate(std::size_t n) {
    void* const memory = std::malloc(n * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  friend bool operator==(const outside_allocator&, const outside_allocator&) { return true; }
};

template <class T>
using outside_vector = std::vector<T, outside_allocator<T>>;

}  // namespace weir::verify::checker

#endif
