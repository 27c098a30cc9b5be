// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FUTEX_WORD_HPP
#define WEIR_PLATFORM_FUTEX_WORD_HPP

#include <weir/platform/relax.hpp>

#include <atomic>
#include <cerrno>

#if __has_include(<linux/futex.h>)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(FUTEX_WAIT_PRIVATE) && defined(SYS_futex)
namespace weir::platform {

/// An atomic word on which threads of this process sleep: a futex of Linux. Its wait() is not the one of std::atomic, which shares a table of waiters
/// with the whole program.
class futex_word : private std::atomic<unsigned> {
 public:
  using atomic::atomic;
  using atomic::compare_exchange_strong;
  using atomic::exchange;
  using atomic::load;

  /// How often a thread looks at a locked mutex before it sleeps: 0.8 µs on an EPYC, a fraction of a sleep and a wake-up.
  static constexpr unsigned looks = 32;
  static void relax() noexcept { platform::relax(); }

  /// Sleeps while the word is `expected`, until a wake(). Returns for no reason, too. Orders nothing.
  void wait(unsigned expected) noexcept { call(FUTEX_WAIT_PRIVATE, expected); }
  /// Wakes one of the threads that sleep. Reads only the word's address: the word may be gone.
  void wake() noexcept { call(FUTEX_WAKE_PRIVATE, 1); }

 private:
  void call(int operation, unsigned value) noexcept {
    const int callers = errno;  // of a function that posts, and looks at it afterwards
    ::syscall(SYS_futex, static_cast<atomic*>(this), operation, value, nullptr, nullptr, 0);
    errno = callers;
  }
};

}  // namespace weir::platform
#endif

#endif
