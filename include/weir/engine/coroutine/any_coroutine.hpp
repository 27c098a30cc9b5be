// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_ANY_COROUTINE_HPP
#define WEIR_ENGINE_COROUTINE_ANY_COROUTINE_HPP

namespace weir {

template <class T, class P>
class basic_coroutine;

namespace engine {

/// True if T is a weir::basic_coroutine, on any platform. Dropping one that was never started has no effect at all, so callers check for it.
template <class T>
inline constexpr bool any_coroutine = false;
template <class T, class P>
inline constexpr bool any_coroutine<basic_coroutine<T, P>> = true;

}  // namespace engine

}  // namespace weir

#endif
