// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_STANDARD_SEMAPHORE_HPP
#define WEIR_PLATFORM_STANDARD_SEMAPHORE_HPP

#include <weir/platform/durations.hpp>

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace weir::platform {

/// As posix_semaphore, made of a mutex and a condition variable.
class standard_semaphore {
 public:
  using deadline = std::chrono::steady_clock::time_point;

  void acquire() {
    std::unique_lock lock(mutex_);
    added_.wait(lock, [this] { return permits_ != 0; });
    --permits_;
  }
  bool try_acquire_until(deadline end) {
    std::unique_lock lock(mutex_);
    if (!added_.wait_until(lock, end, [this] { return permits_ != 0; })) return false;
    --permits_;
    return true;
  }
  /// The thread that takes the permit may destroy the semaphore.
  void release() {
    const std::lock_guard lock(mutex_);
    ++permits_;
    added_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable added_;
  std::size_t permits_ = 0;
};

}  // namespace weir::platform

#endif
