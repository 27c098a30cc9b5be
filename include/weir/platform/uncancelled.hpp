// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_UNCANCELLED_HPP
#define WEIR_PLATFORM_UNCANCELLED_HPP

#if __has_include(<pthread.h>) && !defined(_WIN32)
#include <pthread.h>
#endif

namespace weir::platform {

/// While it exists, the thread that made it is not cancelled: pthread_cancel waits. For calls of the system where an exception must not pass. No effect
/// where threads cannot be cancelled.
class uncancelled {
 public:
#if defined(PTHREAD_CANCEL_DISABLE)
  uncancelled() noexcept { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~uncancelled() { ::pthread_setcancelstate(before_, nullptr); }
#else
  uncancelled() noexcept {}
  ~uncancelled() {}
#endif
  uncancelled(const uncancelled&) = delete;
  uncancelled& operator=(const uncancelled&) = delete;

#if defined(PTHREAD_CANCEL_DISABLE)
 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
#endif
};

}  // namespace weir::platform

#endif
