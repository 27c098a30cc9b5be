// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CACHE_LINE_HPP
#define WEIR_PLATFORM_CACHE_LINE_HPP

#include <cstddef>

namespace weir::platform {

/// The distance in bytes between data that different threads write. Fixed, not
/// std::hardware_destructive_interference_size, because that constant may differ between two compilers of one program.
inline constexpr std::size_t cache_line = 64;

}  // namespace weir::platform

#endif
