// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERSION_HPP
#define WEIR_VERSION_HPP

namespace weir {

inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

}  // namespace weir

#endif
