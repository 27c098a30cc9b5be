// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_SYSTEM_THREAD_HPP
#define WEIR_PLATFORM_SYSTEM_THREAD_HPP

#include <weir/platform/posix_thread.hpp>
#include <weir/platform/standard_thread.hpp>

namespace weir::platform {

/// A thread with its traits where the system has POSIX threads, elsewhere without them.
#if __has_include(<pthread.h>) && !defined(_WIN32)
using system_thread = posix_thread;
#else
using system_thread = standard_thread;
#endif

}  // namespace weir::platform

#endif
