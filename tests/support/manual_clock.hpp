// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_MANUAL_CLOCK_HPP
#define TESTS_SUPPORT_MANUAL_CLOCK_HPP

#include <weir/platform/native.hpp>

#include <atomic>
#include <chrono>

namespace weir::tests {

/// The native platform with a clock that stands still until a test moves it: real threads, and ages that are exact on any machine.
struct manual_clock : platform::native {
  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept { return time_point(duration(passed())); }
    static void advance(duration d) { passed() += d.count(); }

   private:
    static std::atomic<rep>& passed() {
      static std::atomic<rep> ns{0};
      return ns;
    }
  };

  /// Reads the clock again every millisecond, since no notification says that a test has moved it.
  class condition_variable : public native::condition_variable {
   public:
    void wait_until(unique_lock& lock, clock::time_point, platform::where w = platform::where::current()) {
      native::condition_variable::wait_until(lock, native::clock::now() + std::chrono::milliseconds(1), w);
    }
  };
};

}  // namespace weir::tests

#endif
