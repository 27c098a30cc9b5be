// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_REGION_HPP
#define WEIR_VERIFY_CHECK_REGION_HPP

#include <weir/verify/support/strategy.hpp>

#include <cstddef>
#include <cstdint>

// Where the threads, the heap and the mappings of the program under check live. Fixed addresses: whatever depends on an address is the same in each execution.

namespace weir::verify::checked {

inline constexpr std::uintptr_t region_begin = 0x200000000000;
inline constexpr std::size_t thread_bytes = std::size_t{64} << 20;  ///< of one thread: a guard, its stack, its thread-local storage
inline constexpr std::size_t stack_bytes = std::size_t{8} << 20;
inline constexpr std::size_t thread_locals_bytes = std::size_t{256} << 10;
inline constexpr std::size_t guard_bytes = thread_bytes - stack_bytes - thread_locals_bytes;  ///< wider than most local variables
inline constexpr std::uintptr_t heap_begin = region_begin + checker::max_threads * thread_bytes;
inline constexpr std::size_t heap_bytes = std::size_t{4} << 30;
inline constexpr std::uintptr_t heap_end = heap_begin + heap_bytes;
inline constexpr std::uintptr_t maps_begin = heap_end;  ///< what the program gets from mmap
inline constexpr std::size_t maps_bytes = std::size_t{64} << 30;
inline constexpr std::uintptr_t region_end = maps_begin + maps_bytes;

inline std::uintptr_t address(const volatile void* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// Whether this is memory of the heap under check.
inline bool in_heap(const void* p) { return address(p) - heap_begin < heap_bytes; }

}  // namespace weir::verify::checked

#endif
