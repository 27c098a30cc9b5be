// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_POSIX_THREAD_HPP
#define WEIR_PLATFORM_POSIX_THREAD_HPP

#include <weir/platform/smaller_of.hpp>
#include <weir/platform/thread_traits.hpp>

#if __has_include(<pthread.h>) && !defined(_WIN32)
#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <climits>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace weir::platform {

/// As std::thread, with a stack size, a name and a processor. Only on systems that have POSIX threads.
class posix_thread {
 public:
  posix_thread() noexcept = default;
  /// Throws std::system_error when the system refuses another thread.
  template <class F>
  posix_thread(F f, const thread_traits& traits) {
    struct start {
      F function;
      thread_traits traits;
      static void* run(void* self) {
        const std::unique_ptr<start> mine(static_cast<start*>(self));
        become(mine->traits);
        mine->function();
        return nullptr;
      }
    };
    auto mine = std::make_unique<start>(start{std::move(f), traits});
    const attributes wanted(traits.stack_size);
    if (const int error = ::pthread_create(&handle_, &wanted.value, &start::run, mine.get()); error != 0)
      throw std::system_error(error, std::generic_category(), "weir: a thread could not be started");
    static_cast<void>(mine.release());
    joinable_ = true;
  }
  posix_thread(posix_thread&& other) noexcept : handle_(other.handle_), joinable_(std::exchange(other.joinable_, false)) {}
  posix_thread& operator=(posix_thread&& other) noexcept {
    if (joinable_) std::terminate();
    handle_ = other.handle_;
    joinable_ = std::exchange(other.joinable_, false);
    return *this;
  }
  ~posix_thread() {
    if (joinable_) std::terminate();
  }

  [[nodiscard]] bool joinable() const noexcept { return joinable_; }
  /// Throws std::system_error when the thread is the calling one.
  void join() {
    // Asked first, because ThreadSanitizer ends a program that joins its own thread while that is on its way out.
    const int error = ::pthread_equal(handle_, ::pthread_self()) != 0 ? EDEADLK : ::pthread_join(handle_, nullptr);
    if (error != 0) throw std::system_error(error, std::generic_category(), "weir: a thread could not be joined");
    joinable_ = false;
  }

 private:
  struct attributes {
    explicit attributes(std::size_t stack_size) {
      ::pthread_attr_init(&value);
      if (stack_size == 0) return;
      constexpr std::size_t page = 4096;
      const auto least = static_cast<std::size_t>(PTHREAD_STACK_MIN);
      ::pthread_attr_setstacksize(&value, (larger_of(stack_size, least) + page - 1) / page * page);
    }
    ~attributes() { ::pthread_attr_destroy(&value); }
    ::pthread_attr_t value;
  };

  static void become([[maybe_unused]] const thread_traits& traits) {
#if defined(__linux__)
    if (!traits.name.empty()) ::pthread_setname_np(::pthread_self(), traits.name.substr(0, 15).c_str());
    if (traits.processor >= 0 && traits.processor < CPU_SETSIZE) {
      ::cpu_set_t only;
      CPU_ZERO(&only);
      CPU_SET(static_cast<unsigned>(traits.processor), &only);
      ::pthread_setaffinity_np(::pthread_self(), sizeof only, &only);
    }
#endif
  }

  ::pthread_t handle_{};
  bool joinable_ = false;
};

}  // namespace weir::platform

#endif  // POSIX threads

#endif
