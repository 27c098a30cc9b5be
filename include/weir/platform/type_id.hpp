// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_TYPE_ID_HPP
#define WEIR_PLATFORM_TYPE_ID_HPP

#include <type_traits>

namespace weir::platform {

/// Points to itself, so that linkers do not merge two of them.
template <class T>
inline constexpr const void* own_address = &own_address<T>;

/// A distinct value per type, also without RTTI. A type with hidden visibility has a different value in each shared library.
template <class T>
inline constexpr const void* type_id = &own_address<std::remove_cv_t<T>>;

}  // namespace weir::platform

#endif
