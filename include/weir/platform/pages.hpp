// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PAGES_HPP
#define WEIR_PLATFORM_PAGES_HPP

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace weir::platform {

/// What segments are aligned to, so that they are whole pages of the system's: the commonest size.
inline constexpr std::size_t page = 4096;

/// The system may have the pages inside; the addresses stay. What is read there afterwards is what was there, or zero. Elsewhere than on
/// Linux it does nothing.
inline void give_pages_back([[maybe_unused]] void* first, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  static const auto real_page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto from = reinterpret_cast<std::uintptr_t>(first);
  const std::uintptr_t begin = (from + real_page - 1) / real_page * real_page;
  const std::uintptr_t end = (from + bytes) / real_page * real_page;
  if (begin < end) static_cast<void>(::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED));
#endif
}

}  // namespace weir::platform

#endif
