// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_COPY_WORDS_HPP
#define WEIR_PLATFORM_COPY_WORDS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weir::platform {

/// Copies `Bytes` bytes a word at a time. A wider load of what was stored word by word a moment ago waits until these stores have reached the cache
/// (Agner Fog, The microarchitecture of Intel, AMD and VIA CPUs: store forwarding).
template <std::size_t Bytes>
[[gnu::always_inline]] inline void copy_words(std::byte* to, const std::byte* from) noexcept {
  static_assert(Bytes % sizeof(std::uintptr_t) == 0);
#if defined(__GNUC__)
#pragma GCC unroll 16
#endif
  for (std::size_t at = 0; at != Bytes; at += sizeof(std::uintptr_t)) {
    std::uintptr_t word;
    std::memcpy(&word, from + at, sizeof word);
#if defined(__GNUC__)
    __asm__("" : "+r"(word));  // or the compiler joins the loads
#endif
    std::memcpy(to + at, &word, sizeof word);
  }
}

}  // namespace weir::platform

#endif
