// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FORCED_UNWIND_HPP
#define WEIR_PLATFORM_FORCED_UNWIND_HPP

#if defined(__GLIBCXX__) || __has_include(<bits/cxxabi_forced.h>)
#include <cxxabi.h>  // abi::__forced_unwind: how pthread_exit and pthread_cancel leave a thread
#endif

namespace weir::platform {

#if defined(__GLIBCXX__)
/// What passes through a task that ends its own thread. It must not be swallowed: catch it by reference and rethrow.
using forced_unwind = abi::__forced_unwind;
#else
/// This system ends threads without unwinding; nothing ever throws this.
struct forced_unwind {};
#endif

}  // namespace weir::platform

#endif
