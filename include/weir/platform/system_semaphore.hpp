// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_SYSTEM_SEMAPHORE_HPP
#define WEIR_PLATFORM_SYSTEM_SEMAPHORE_HPP

#include <weir/platform/posix_semaphore.hpp>
#include <weir/platform/standard_semaphore.hpp>

namespace weir::platform {

/// The semaphore of glibc since 2.30, elsewhere one of the standard mutex and condition variable.
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 30))
using system_semaphore = posix_semaphore;
#else
using system_semaphore = standard_semaphore;
#endif

}  // namespace weir::platform

#endif
