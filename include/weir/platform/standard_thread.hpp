// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_STANDARD_THREAD_HPP
#define WEIR_PLATFORM_STANDARD_THREAD_HPP

#include <weir/platform/thread_traits.hpp>

#include <thread>
#include <utility>

namespace weir::platform {

/// A std::thread. It ignores the traits, which the standard library cannot give a thread.
class standard_thread {
 public:
  standard_thread() noexcept = default;
  /// Throws std::system_error when the system refuses another thread.
  template <class F>
  standard_thread(F f, const thread_traits&) : value_(std::move(f)) {}

  [[nodiscard]] bool joinable() const noexcept { return value_.joinable(); }
  /// Throws std::system_error when the thread is the calling one.
  void join() { value_.join(); }

 private:
  std::thread value_;
};

}  // namespace weir::platform

#endif
