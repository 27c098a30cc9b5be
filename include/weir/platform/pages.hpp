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

/// The alignment of segments, so that they consist of whole pages: the most common page size, in bytes.
inline constexpr std::size_t page = 4096;

/// Gives the whole pages in the range back to the system; the addresses stay valid. Later reads return the old content or zero. Does
/// nothing on systems other than Linux.
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
