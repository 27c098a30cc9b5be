// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_PAGES_HPP
#define WEIR_VERIFY_CHECK_PAGES_HPP

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace weir::verify::checked {

inline constexpr std::size_t page_bytes = 4096;

inline std::uintptr_t page_of(std::uintptr_t a) { return a & ~std::uintptr_t{page_bytes - 1}; }

/// Calls `f(begin, end)` for the pages of this memory that there are: others would come to be by being read.
template <class F>
void each_touched(std::uintptr_t begin, std::uintptr_t end, F f) {
  constexpr std::size_t at_once = 512;  // programs may run on small stacks
  unsigned char touched[at_once];
  for (std::uintptr_t page = page_of(begin); page < end; page += at_once * page_bytes) {
    const std::size_t pages = std::min(at_once, (end - page + page_bytes - 1) / page_bytes);
    if (::mincore(reinterpret_cast<void*>(page), pages * page_bytes, touched) != 0) continue;
    for (std::size_t i = 0; i != pages; ++i) {
      const std::uintptr_t at = page + i * page_bytes;
      if ((touched[i] & 1) != 0) f(std::max(at, begin), std::min(at + page_bytes, end));
    }
  }
}

}  // namespace weir::verify::checked

#endif
