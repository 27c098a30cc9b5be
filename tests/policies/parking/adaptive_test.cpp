// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/parking/adaptive.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/parking_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

INSTANTIATE_TYPED_TEST_SUITE_P(adaptive, parking_conformance, testing::Types<parking::adaptive>, numbered);

/// There is only one thread: a wait lets `passes` go by and is woken, after that time or by the look itself. Then it takes `to_wake_up` until it runs.
struct scripted : platform::native {
  struct clock : native::clock {
    using time_point = std::chrono::time_point<clock>;
    static time_point now() noexcept { return time; }
    static inline time_point time{};
  };

  using on = parking::adaptive::on<scripted>;
  static inline on* sleeper = nullptr;
  static inline std::chrono::nanoseconds passes{};
  static inline std::chrono::nanoseconds to_wake_up{};
  static inline bool comes = true;
  static inline bool comes_while_looking = false;
  static inline int looks = 0;
  static inline int sleeps = 0;
  static inline int locks = 0;

  class mutex : public native::mutex {
   public:
    void lock(platform::where w = platform::where::current()) {
      ++locks;
      native::mutex::lock(w);
    }
  };
  using unique_lock = platform::unique_lock<mutex>;
  class condition_variable {
   public:
    void wait(unique_lock& lock) {
      ++sleeps;
      lock.unlock();
      clock::time += passes;
      if (comes) sleeper->unpark();
      clock::time += to_wake_up;
      lock.lock();
    }
    void wait_until(unique_lock& lock, clock::time_point) { wait(lock); }
    void notify_one() {}
    void notify_all() {}
  };
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds most) {
    ++looks;
    if (comes_while_looking) sleeper->unpark();
    for (const auto until = clock::time + most; clock::time < until; clock::time += 1us)
      if (found()) return true;
    return false;
  }

  /// What the parks of one worker do: "s" sleeps, "l" looks and is woken, "ls" looks in vain and then sleeps.
  static std::string park_that_takes(std::chrono::nanoseconds time, bool while_looking = false) {
    passes = time;
    comes_while_looking = while_looking;
    looks = sleeps = locks = 0;
    sleeper->park();
    return std::string(static_cast<std::size_t>(looks), 'l') + std::string(static_cast<std::size_t>(sleeps), 's');
  }
};

struct adaptive : testing::Test {
  scripted::on worker;
  adaptive() { scripted::sleeper = &worker; }
  ~adaptive() override {
    scripted::sleeper = nullptr;
    scripted::to_wake_up = {};
    scripted::comes = true;
  }
};

TEST_F(adaptive, the_first_wait_sleeps) { EXPECT_EQ(scripted::park_that_takes(1s), "s"); }

TEST_F(adaptive, after_a_short_wait_it_looks_before_it_sleeps) {
  EXPECT_EQ(scripted::park_that_takes(99us), "s");
  EXPECT_EQ(scripted::park_that_takes(1s, true), "l");
  EXPECT_EQ(scripted::park_that_takes(49us), "ls");
  EXPECT_EQ(scripted::park_that_takes(1s), "ls");
}

TEST_F(adaptive, after_a_long_wait_it_sleeps_at_once) {
  EXPECT_EQ(scripted::park_that_takes(100us), "s");
  EXPECT_EQ(scripted::park_that_takes(1us), "s");
  EXPECT_EQ(scripted::park_that_takes(50us), "ls") << "with the look, 100 µs";
  EXPECT_EQ(scripted::park_that_takes(1us), "s");
}

TEST_F(adaptive, how_long_a_wake_up_took_does_not_count) {
  scripted::to_wake_up = 1s;
  EXPECT_EQ(scripted::park_that_takes(99us), "s");
  EXPECT_EQ(scripted::park_that_takes(40us), "ls");
  EXPECT_EQ(scripted::park_that_takes(1us), "ls");
}

TEST_F(adaptive, a_timed_wait_is_short_by_its_unpark_too) {
  scripted::to_wake_up = 1s;
  scripted::passes = 10us;
  EXPECT_TRUE(worker.park_until(scripted::clock::time + 5s));
  EXPECT_EQ(scripted::park_that_takes(1us), "ls");
}

TEST_F(adaptive, a_timed_wait_without_an_unpark_is_as_long_as_it_took) {
  scripted::park_that_takes(1us);
  scripted::comes = false;
  scripted::passes = 1s;
  EXPECT_FALSE(worker.park_until(scripted::clock::time + 200us));
  scripted::comes = true;
  EXPECT_EQ(scripted::park_that_takes(1us), "s");
}

TEST_F(adaptive, a_look_ends_at_the_deadline) {
  scripted::park_that_takes(1us);
  const auto deadline = scripted::clock::time + 10us;
  EXPECT_FALSE(worker.park_until(deadline));
  EXPECT_EQ(scripted::clock::time, deadline);
}

TEST_F(adaptive, the_unpark_of_one_who_looks_takes_no_lock) {
  scripted::park_that_takes(1us);
  scripted::park_that_takes(1us, true);
  EXPECT_EQ(scripted::locks, 0);
}

TEST_F(adaptive, an_unpark_that_comes_first_ends_the_park) {
  worker.unpark();
  EXPECT_EQ(scripted::park_that_takes(1s), "");
  EXPECT_TRUE((worker.unpark(), worker.park_until(scripted::clock::time))) << "a token that is there is taken, however late it is";
}

TEST(adaptive_pool, that_has_been_idle_for_a_while_uses_no_processor_time) {
  pool<parking::adaptive> p{{.capacity = 2}};
  for (int n = 0; n < 100; ++n) p.run([] {});
  p.wait_idle();
  event never;
  EXPECT_FALSE(never.wait_for(20ms));
  const auto before = processor_time();
  EXPECT_FALSE(never.wait_for(300ms));
  EXPECT_LT(processor_time() - before, 20ms) << "something spins";
}

}  // namespace
}  // namespace weir::tests
