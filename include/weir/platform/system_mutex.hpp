// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_SYSTEM_MUTEX_HPP
#define WEIR_PLATFORM_SYSTEM_MUTEX_HPP

#include <weir/platform/futex_mutex.hpp>
#include <weir/platform/futex_word.hpp>

#include <mutex>

namespace weir::platform {

/// A mutex of one word where the system has futexes (half the time of std::mutex, measured: docs/design/decisions.md), elsewhere the standard one.
#if defined(FUTEX_WAIT_PRIVATE) && defined(SYS_futex)
using system_mutex = futex_mutex<futex_word>;
#else
using system_mutex = std::mutex;
#endif

}  // namespace weir::platform

#endif
