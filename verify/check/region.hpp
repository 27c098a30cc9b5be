// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_REGION_HPP
#define WEIR_VERIFY_CHECK_REGION_HPP

#include <weir/verify/support/strategy.hpp>

#include <cstddef>
#include <cstdint>

// Where the threads and the heap of the program under check live. Fixed addresses: whatever depends on an address is the same in each execution.

namespace weir::verify::checked {

inline constexpr std::uintptr_t region_begin = 0x200000000000;
inline constexpr std::size_t thread_bytes = std::size_t{2} << 20;  ///< of one thread: a guard, its stack, its thread-local storage
inline constexpr std::size_t thread_locals_bytes = std::size_t{256} << 10;
inline constexpr std::uintptr_t heap_begin = region_begin + checker::max_threads * thread_bytes;
inline constexpr std::size_t heap_bytes = std::size_t{1} << 30;
inline constexpr std::uintptr_t region_end = heap_begin + heap_bytes;

inline std::uintptr_t address(const volatile void* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// Whether this is memory of the heap under check.
inline bool in_heap(const void* p) { return address(p) - heap_begin < heap_bytes; }

}  // namespace weir::verify::checked

#endif
