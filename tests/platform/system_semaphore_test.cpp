// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/system_semaphore.hpp>

#include <weir/platform/standard_semaphore.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include <pthread.h>

namespace weir::platform {
namespace {

using clock = std::chrono::steady_clock;

template <class S>
class a_semaphore : public testing::Test {};
using semaphores = testing::Types<system_semaphore, standard_semaphore>;
TYPED_TEST_SUITE(a_semaphore, semaphores, );

TYPED_TEST(a_semaphore, counts_its_permits) {
  TypeParam s;
  EXPECT_FALSE(s.try_acquire_until(clock::time_point()));
  s.release();
  s.release();
  s.acquire();
  EXPECT_TRUE(s.try_acquire_until(clock::time_point())) << "a permit that is there does not wait";
  EXPECT_FALSE(s.try_acquire_until(clock::now()));
}

TYPED_TEST(a_semaphore, waits_for_no_instant_before_the_clock_began) {
  TypeParam s;
  for (const auto ago :
       {std::chrono::nanoseconds(1), std::chrono::nanoseconds(1'000'000'001), std::chrono::nanoseconds(std::chrono::hours(1))})
    EXPECT_FALSE(s.try_acquire_until(clock::time_point(-ago)));
  EXPECT_FALSE(s.try_acquire_until(clock::time_point::min()));
}

TYPED_TEST(a_semaphore, waits_until_its_deadline) {
  TypeParam s;
  for (int n = 0; n != 10; ++n) {
    const auto end = clock::now() + std::chrono::microseconds(100);
    EXPECT_FALSE(s.try_acquire_until(end));
    EXPECT_GE(clock::now(), end);
  }
}

TYPED_TEST(a_semaphore, leaves_errno_alone) {
  TypeParam s;
  errno = EBADF;
  EXPECT_FALSE(s.try_acquire_until(clock::now()));
  s.release();
  s.acquire();
  EXPECT_EQ(errno, EBADF);
}

TYPED_TEST(a_semaphore, wakes_a_thread_that_sleeps) {
  TypeParam there;
  TypeParam back;
  std::jthread other([&] {
    for (int n = 0; n != 1000; ++n) {
      there.acquire();
      back.release();
    }
    EXPECT_TRUE(there.try_acquire_until(clock::now() + std::chrono::hours(1)));
  });
  for (int n = 0; n != 1000; ++n) {
    there.release();
    back.acquire();
  }
  there.release();
}

TYPED_TEST(a_semaphore, lets_a_thread_be_cancelled_while_it_waits) {
  TypeParam s;
  tests::event began;
  tests::event ended;
  struct at_the_end {
    tests::event& tell;
    ~at_the_end() { tell.set(); }
  };
  std::thread sleeper([&] {
    const at_the_end last{ended};
    began.set();
    s.acquire();
  });
  began.wait();
  ASSERT_EQ(::pthread_cancel(sleeper.native_handle()), 0);
  ended.wait();
  sleeper.join();
  s.release();
  EXPECT_TRUE(s.try_acquire_until(clock::now())) << "it took none with it";
}

}  // namespace
}  // namespace weir::platform
