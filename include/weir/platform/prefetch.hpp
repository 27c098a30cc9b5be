// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PREFETCH_HPP
#define WEIR_PLATFORM_PREFETCH_HPP

namespace weir::platform {

/// Asks the processor to fetch a line that will be written soon. Only a hint: nothing is read or written here.
inline void prefetch_for_write([[maybe_unused]] const void* line) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(line, 1);
#endif
}

}  // namespace weir::platform

#endif
