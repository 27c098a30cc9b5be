// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_MAP_HPP
#define WEIR_VERIFY_CHECK_ENTRY_MAP_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/system_call.hpp>
#include <weir/verify/check/world.hpp>

#include <sys/mman.h>
#include <sys/types.h>

#include <cstdarg>
#include <cstddef>
#include <cstdint>

// Memory that the program gets from the system itself.

using namespace weir::verify::checked;

namespace weir::verify::checked {

inline void* map_for(std::uintptr_t pc, void* at, std::size_t size, int protection, int flags, int file, off_t offset) {
  if (!under_check()) return reinterpret_cast<void*>(system_call(SYS_mmap, at, size, protection, flags, file, offset));
  inside here;
  the_execution->place = pc;
  return reinterpret_cast<void*>(the_world->maps.map(*the_execution, address(at), size, protection, flags, file, offset));
}

}  // namespace weir::verify::checked

extern "C" {

void* mmap(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  return map_for(caller(), at, size, protection, flags, file, offset);
}
void* mmap64(void* at, std::size_t size, int protection, int flags, int file, off64_t offset) noexcept {
  return map_for(caller(), at, size, protection, flags, file, offset);
}
int munmap(void* p, std::size_t size) noexcept {
  if (!under_check()) return static_cast<int>(system_call(SYS_munmap, p, size));
  inside here;
  the_execution->place = caller();
  return static_cast<int>(the_world->maps.unmap(*the_execution, address(p), size, caller()));
}
void* mremap(void* p, std::size_t size, std::size_t wanted, int flags, ...) noexcept {
  std::va_list rest;
  va_start(rest, flags);
  void* const to = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void*) : nullptr;
  va_end(rest);
  if (!under_check()) return reinterpret_cast<void*>(system_call(SYS_mremap, p, size, wanted, flags, to));
  inside here;
  the_execution->place = caller();
  return reinterpret_cast<void*>(the_world->maps.remap(*the_execution, address(p), size, wanted, flags, address(to), caller()));
}
int mprotect(void* p, std::size_t size, int protection) noexcept {
  if (under_check()) {
    inside here;
    the_world->maps.protect(*the_execution, address(p), size);
  }
  return static_cast<int>(system_call(SYS_mprotect, p, size, protection));
}
/// Memory that is given up reads as zeros.
int madvise(void* p, std::size_t size, int advice) noexcept {
  if (under_check() && advice == MADV_DONTNEED && shadow::is_in_region(address(p)) && size < region_end - address(p)) {
    inside here;
    write_region(*the_execution, address(p), (size + page_bytes - 1) / page_bytes * page_bytes, caller());
  }
  return static_cast<int>(system_call(SYS_madvise, p, size, advice));
}
}

#endif
