// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/parking/spin_then_park.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/parking_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

namespace weir::tests {
namespace {

constexpr unsigned for_ever = std::numeric_limits<unsigned>::max();

using spins = testing::Types<parking::spin_then_park<1>, parking::spin_then_park<1000>>;
INSTANTIATE_TYPED_TEST_SUITE_P(spin_then_park, parking_conformance, spins, numbered);

/// Counts what may end in a system call, and the spins.
struct watched : platform::native {
  static inline std::atomic<int> locks{0};
  static inline std::atomic<int> notifications{0};
  static inline std::atomic<unsigned> spins{0};

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
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    void wait_until(unique_lock& lock, clock::time_point) { wait(lock); }
    void notify_one() { ++notifications; }
    void notify_all() { ++notifications; }
  };
  static void relax() noexcept { ++spins; }

  static void forget() { locks = notifications = 0, spins = 0; }
};

TEST(spin_then_park, the_unpark_of_a_spinner_takes_no_lock_and_notifies_nobody) {
  watched::forget();
  parking::spin_then_park<for_ever>::on<watched> p;
  std::thread worker([&] { p.park(); });
  EXPECT_TRUE(eventually([] { return watched::spins > 0; }));
  p.unpark();
  worker.join();
  EXPECT_EQ(watched::locks, 0);
  EXPECT_EQ(watched::notifications, 0);
}

TEST(spin_then_park, the_unpark_of_a_sleeper_notifies_it) {
  watched::forget();
  parking::spin_then_park<10>::on<watched> p;
  std::thread worker([&] { p.park(); });
  EXPECT_TRUE(eventually([] { return watched::locks > 1; })) << "it sleeps";
  EXPECT_EQ(watched::spins, 10U) << "after as many spins as were asked for";
  p.unpark();
  worker.join();
  EXPECT_EQ(watched::notifications, 1);
}

TEST(spin_then_park, a_token_that_is_there_needs_no_spin) {
  watched::forget();
  parking::spin_then_park<10>::on<watched> p;
  p.unpark();
  p.park();
  EXPECT_EQ(watched::spins, 0U);
}

TEST(spin_then_park, a_pool_that_has_been_idle_for_a_while_uses_no_processor_time) {
  pool<parking::spin_then_park<1000>> p{{.capacity = 2}};
  p.run([] {});
  p.wait_idle();
  event never;
  EXPECT_FALSE(never.wait_for(std::chrono::milliseconds(20)));
  const auto before = processor_time();
  EXPECT_FALSE(never.wait_for(std::chrono::milliseconds(300)));
  EXPECT_LT(processor_time() - before, std::chrono::milliseconds(20)) << "something spins";
}

TEST(spin_then_park, a_worker_that_spins_is_woken_by_the_next_post) {
  pool<parking::spin_then_park<for_ever>> p{{.capacity = 1}};
  int sum = 0;
  for (int n = 0; n < 10'000; ++n) sum += p.run([] { return 1; });
  EXPECT_EQ(sum, 10'000);
}

}  // namespace
}  // namespace weir::tests
