// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_ANY_COROUTINE_HPP
#define WEIR_ENGINE_COROUTINE_ANY_COROUTINE_HPP

namespace weir {

template <class T, class P>
class basic_coroutine;

namespace engine {

/// Is T a coroutine, of whatever platform? One that a call makes and nobody takes is destroyed without a word.
template <class T>
inline constexpr bool any_coroutine = false;
template <class T, class P>
inline constexpr bool any_coroutine<basic_coroutine<T, P>> = true;

}  // namespace engine

}  // namespace weir

#endif
