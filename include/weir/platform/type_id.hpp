// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_TYPE_ID_HPP
#define WEIR_PLATFORM_TYPE_ID_HPP

#include <type_traits>

namespace weir::platform {

/// Points to itself, so that no linker takes two of them for one.
template <class T>
inline constexpr const void* own_address = &own_address<T>;

/// The same value for the same type, and for no other; without RTTI too. In two shared libraries a type that is hidden counts as two.
template <class T>
inline constexpr const void* type_id = &own_address<std::remove_cv_t<T>>;

}  // namespace weir::platform

#endif
