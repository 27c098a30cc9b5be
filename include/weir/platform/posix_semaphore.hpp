// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_POSIX_SEMAPHORE_HPP
#define WEIR_PLATFORM_POSIX_SEMAPHORE_HPP

#include <weir/platform/durations.hpp>
#include <weir/platform/smaller_of.hpp>

#include <cerrno>
#include <ctime>
#include <limits>

#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 30))
#include <semaphore.h>

namespace weir::platform {

/// A number of permits, at first none, that threads add and take: that of POSIX, where it can wait for an instant of the steady clock. A thread may be
/// cancelled while it waits, which std::counting_semaphore does not allow. The callers' errno stays.
class posix_semaphore {
 public:
  using deadline = std::chrono::steady_clock::time_point;

  posix_semaphore() noexcept { ::sem_init(&permits_, 0, 0); }
  ~posix_semaphore() { ::sem_destroy(&permits_); }
  posix_semaphore(const posix_semaphore&) = delete;
  posix_semaphore& operator=(const posix_semaphore&) = delete;

  /// Sleeps until there is a permit, and takes it.
  void acquire() {
    const int callers = errno;
    while (::sem_wait(&permits_) != 0) errno = callers;  // a signal came
  }
  /// As acquire(), at most until `end`; false if no permit came.
  bool try_acquire_until(deadline end) {
    const int callers = errno;
    constexpr std::chrono::nanoseconds second = std::chrono::seconds(1);
    const auto since_epoch = end.time_since_epoch();
    std::timespec until{};
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_epoch).count();
    until.tv_sec = static_cast<std::time_t>(smaller_of<decltype(since_epoch.count())>(seconds, std::numeric_limits<std::time_t>::max()));
    until.tv_nsec = static_cast<long>(((since_epoch % second + second) % second).count());
    while (::sem_clockwait(&permits_, CLOCK_MONOTONIC, &until) != 0) {
      const bool over = errno == ETIMEDOUT;
      errno = callers;
      if (over) return false;
    }
    int left = 0;
    ::sem_getvalue(&permits_, &left);  // tells ThreadSanitizer, which does not know sem_clockwait, that a permit was taken
    return true;
  }
  /// Adds a permit, and wakes a thread that sleeps. That thread may destroy the semaphore when it has it.
  void release() noexcept { ::sem_post(&permits_); }

 private:
  ::sem_t permits_;
};

}  // namespace weir::platform
#endif

#endif
