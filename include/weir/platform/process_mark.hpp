// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PROCESS_MARK_HPP
#define WEIR_PLATFORM_PROCESS_MARK_HPP

#include <weir/platform/cache_line.hpp>

#include <atomic>
#include <system_error>

#if __has_include(<pthread.h>) && !defined(_WIN32)
#include <pthread.h>
#endif

namespace weir::platform {

/// Says in which process an object was made. fork() copies the memory of a program into the child, and only the thread that calls it: what the others
/// were doing stays undone there. Costs a load and a comparison. vfork() and raw system calls are not noticed.
class process_mark {
 public:
  [[nodiscard]] bool is_here() const noexcept { return made_in_ == count_of_forks(); }
  /// Throws std::system_error(operation_not_permitted) in a child process.
  void check() const {
    if (!is_here()) [[unlikely]]
      refuse();
  }

 private:
  /// How many calls of fork() lead from the first process to this one. Only a fork changes it, when the process has one thread.
  static std::atomic<unsigned>& forks() noexcept {
    alignas(cache_line) static std::atomic<unsigned> count{0};  // alone, because every post reads it
    return count;
  }
  static unsigned count_of_forks() noexcept {
    // [FORKS-1] relaxed, alone: in a process it changes before there are other threads.
    return forks().load(std::memory_order_relaxed);
  }
  [[noreturn, gnu::cold, gnu::noinline]] static void refuse() {
    throw std::system_error(std::make_error_code(std::errc::operation_not_permitted),
                            "weir: made before fork(), and its threads are in the parent process; make a pool in the child");
  }
#if __has_include(<pthread.h>) && !defined(_WIN32)
  static void forked() {
    // [FORKS-1] relaxed, alone: the child has one thread.
    forks().fetch_add(1, std::memory_order_relaxed);
  }
  inline static const int registered = ::pthread_atfork(nullptr, nullptr, &forked);
  static int hears_of_forks() noexcept { return registered; }
#else
  static int hears_of_forks() noexcept { return 0; }
#endif

  unsigned made_in_ = (static_cast<void>(hears_of_forks()), count_of_forks());
};

}  // namespace weir::platform

#endif
