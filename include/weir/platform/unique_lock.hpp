// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_UNIQUE_LOCK_HPP
#define WEIR_PLATFORM_UNIQUE_LOCK_HPP

#include <weir/platform/where.hpp>

namespace weir::platform {

/// A scoped lock that stores its caller's source location, so that a checker's history names that line and not this header.
template <class Mutex>
class unique_lock {
 public:
  explicit unique_lock(Mutex& mutex, where at = where::current()) : mutex_(&mutex), at_(at) { lock(at); }
  unique_lock(const unique_lock&) = delete;
  unique_lock& operator=(const unique_lock&) = delete;
  ~unique_lock() {
    if (owns_) mutex_->unlock(at_);
  }

  void lock(where at = where::current()) {
    mutex_->lock(at);
    owns_ = true;
  }
  void unlock(where at = where::current()) {
    owns_ = false;
    mutex_->unlock(at);
  }
  [[nodiscard]] bool owns_lock() const noexcept { return owns_; }
  [[nodiscard]] Mutex* mutex() const noexcept { return mutex_; }

 private:
  Mutex* mutex_;
  where at_;
  bool owns_ = false;
};

}  // namespace weir::platform

#endif
