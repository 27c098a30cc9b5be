// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_STOP_CALLBACK_HPP
#define WEIR_PLATFORM_STOP_CALLBACK_HPP

#include <stop_token>
#include <type_traits>

namespace weir::platform {

template <class P, class F>
struct stop_callback_on : std::type_identity<std::stop_callback<F>> {};
template <class P, class F>
  requires requires { typename P::template stop_callback<F>; }
struct stop_callback_on<P, F> : std::type_identity<typename P::template stop_callback<F>> {};

/// A std::stop_callback, or the platform's own where its threads are none of the system's: the destructor waits for a call that another
/// thread of the platform makes.
template <class P, class F>
using stop_callback = typename stop_callback_on<P, F>::type;

}  // namespace weir::platform

#endif
