// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_OBSERVED_HPP
#define TESTS_SUPPORT_OBSERVED_HPP

#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace weir::tests {

/// The native platform, where a test finds out if a lock is given back that is not held, and how many threads have begun to wait.
struct observed : platform::native {
  class mutex {
   public:
    void lock(platform::where = platform::where::current()) {
      value_.lock();
      held_ = true;
    }
    void unlock(platform::where = platform::where::current()) noexcept {
      if (held_.exchange(false))
        value_.unlock();
      else
        ADD_FAILURE() << "nobody holds it";
    }

   private:
    std::mutex value_;
    std::atomic<bool> held_{false};
  };
  using unique_lock = platform::unique_lock<mutex>;
  class condition_variable {
   public:
    static inline std::atomic<int> waits{0};
    void wait(unique_lock& lock, platform::where = platform::where::current()) {
      ++waits;  // under the lock: the next thread that has it finds this one asleep
      value_.wait(lock);
    }
    void wait_until(unique_lock& lock, clock::time_point deadline, platform::where = platform::where::current()) {
      if (deadline == clock::time_point::max()) return wait(lock);
      ++waits;
      value_.wait_until(lock, std::chrono::steady_clock::time_point(deadline.time_since_epoch()));
    }
    void notify_one(platform::where = platform::where::current()) noexcept { value_.notify_one(); }
    void notify_all(platform::where = platform::where::current()) noexcept { value_.notify_all(); }

   private:
    std::condition_variable_any value_;
  };
};

}  // namespace weir::tests

#endif
