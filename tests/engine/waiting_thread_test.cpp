// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/waiting_thread.hpp>

#include <weir/platform/native.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using thread = engine::waiting_thread<platform::native>;

TEST(a_waiting_thread, sleeps_until_it_is_woken) {
  for (const thread::time_point deadline : {thread::time_point::max(), platform::native::clock::now() + 1h}) {
    thread t;
    bool woken = false;
    event over;
    std::thread sleeper([&] {
      woken = t.sleep(&deadline);
      over.set();
    });
    EXPECT_FALSE(over.wait_for(20ms));
    t.wake();
    sleeper.join();
    EXPECT_TRUE(woken);
  }
}

TEST(a_waiting_thread, sleeps_no_longer_than_its_deadline) {
  thread t;
  const auto deadline = platform::native::clock::now() + 1ms;
  EXPECT_FALSE(t.sleep(&deadline));
  EXPECT_GE(platform::native::clock::now(), deadline);
}

}  // namespace
}  // namespace weir::tests
