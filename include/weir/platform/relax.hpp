// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_RELAX_HPP
#define WEIR_PLATFORM_RELAX_HPP

namespace weir::platform {

/// Tells the processor that the caller spins, and stops speculative loads: those would take the cache line of the awaited word away
/// from the threads that use it (figures: bench/dead_ends.md).
inline void relax() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
  __builtin_ia32_lfence();
#elif defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

}  // namespace weir::platform

#endif
