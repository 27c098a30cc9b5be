// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_BYTES_HPP
#define WEIR_VERIFY_CHECK_ENTRY_BYTES_HPP

#include <weir/verify/check/atomics.hpp>
#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/plain.hpp>

#include <cstddef>
#include <cstdint>

// memcpy and its like: they read and write memory for code that is instrumented, without being so. The compiler must not make calls of them out of
// their own loops.

namespace weir::verify::checked {

inline void copy_up(void* to, const void* from, std::size_t size) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size)::"memory");
}
inline void fill(void* to, int byte, std::size_t size) { __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory"); }

inline void copy_down(char* to, const char* from, std::size_t size) {
  for (; size != 0; --size) {
    to[size - 1] = from[size - 1];
    __asm__ volatile("" ::: "memory");
  }
}

}  // namespace weir::verify::checked

using namespace weir::verify::checked;

extern "C" {

void* memcpy(void* to, const void* from, std::size_t size) noexcept {
  plain(from, size, plain_read, caller());
  plain(to, size, plain_write, caller());
  copy_up(to, from, size);
  return to;
}
void* memmove(void* to, const void* from, std::size_t size) noexcept {
  plain(from, size, plain_read, caller());
  plain(to, size, plain_write, caller());
  if (address(to) - address(from) < size)
    copy_down(static_cast<char*>(to), static_cast<const char*>(from), size);
  else
    copy_up(to, from, size);
  return to;
}
void* memset(void* to, int byte, std::size_t size) noexcept {
  plain(to, size, plain_write, caller());
  fill(to, byte, size);
  return to;
}
void* __tsan_memcpy(void* to, const void* from, std::size_t size) noexcept { return memcpy(to, from, size); }
void* __tsan_memmove(void* to, const void* from, std::size_t size) noexcept { return memmove(to, from, size); }
void* __tsan_memset(void* to, int byte, std::size_t size) noexcept { return memset(to, byte, size); }
}

#endif
