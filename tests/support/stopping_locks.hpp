// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_STOPPING_LOCKS_HPP
#define TESTS_SUPPORT_STOPPING_LOCKS_HPP

#include "tests/support/gated_queue.hpp"
#include "tests/support/manual_clock.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace weir::tests {

/// A platform on which a thread can be stopped before it takes a lock, with a clock that stands still until a test moves it.
struct stopping_locks : manual_clock {
  /// The calling thread passes `first` before the next lock that it takes, `second` before the one after that, and so on. Null: no gate.
  static void pass_before_locks(gate* first, gate* second = nullptr, gate* third = nullptr) {
    before_next = first;
    before_second = second;
    before_third = third;
  }

  class mutex {
   public:
    void lock(platform::where = platform::where::current()) {
      gate* const here = std::exchange(before_next, std::exchange(before_second, std::exchange(before_third, nullptr)));
      if (here != nullptr) here->pass();
      value_.lock();
    }
    void unlock(platform::where = platform::where::current()) noexcept { value_.unlock(); }

   private:
    std::mutex value_;
  };
  using unique_lock = platform::unique_lock<mutex>;

  class condition_variable {
   public:
    void wait(unique_lock& lock, platform::where = platform::where::current()) { value_.wait(lock); }
    void wait_until(unique_lock& lock, clock::time_point, platform::where = platform::where::current()) {
      value_.wait_for(lock, std::chrono::milliseconds(1));
    }
    void notify_one(platform::where = platform::where::current()) noexcept { value_.notify_one(); }
    void notify_all(platform::where = platform::where::current()) noexcept { value_.notify_all(); }

   private:
    std::condition_variable_any value_;
  };

 private:
  static inline thread_local gate* before_next = nullptr;
  static inline thread_local gate* before_second = nullptr;
  static inline thread_local gate* before_third = nullptr;
};

}  // namespace weir::tests

#endif
