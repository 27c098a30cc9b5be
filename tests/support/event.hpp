// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_EVENT_HPP
#define TESTS_SUPPORT_EVENT_HPP

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace weir::tests {

/// How long a test waits for what must happen before it says that it did not. Generous: sanitizers and busy machines are slow.
inline constexpr std::chrono::seconds patience{20};

/// Something that happens once, seen by all its waiters.
class event {
 public:
  void set() {
    const std::lock_guard lock(mutex_);
    happened_ = true;
    told_.notify_all();  // under the lock, so that a waiter may destroy the event
  }
  /// False when it did not happen within `d`. Tests check the answer, so that a bug is a failure and not a hang.
  [[nodiscard]] bool wait_for(std::chrono::nanoseconds d = patience) {
    std::unique_lock lock(mutex_);
    return told_.wait_for(lock, d, [this] { return happened_; });
  }
  /// For tasks: waits for as long as it takes.
  void wait() {
    std::unique_lock lock(mutex_);
    told_.wait(lock, [this] { return happened_; });
  }
  [[nodiscard]] bool happened() {
    const std::lock_guard lock(mutex_);
    return happened_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  bool happened_ = false;
};

/// A count that threads raise and tests wait for.
class tally {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    told_.notify_all();
  }
  [[nodiscard]] bool reaches(int n) {
    std::unique_lock lock(mutex_);
    return told_.wait_for(lock, patience, [&] { return count_ >= n; });
  }
  [[nodiscard]] int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  int count_ = 0;
};

}  // namespace weir::tests

#endif
