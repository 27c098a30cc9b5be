// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <thread>
#include <vector>

// Asked in two ways: the tasks count how many of them run, and a thread reads the pool's own numbers all the while (I1, I5, I23).
namespace weir::tests {
namespace {

using pools = testing::Types<pool<>, pool<queue::bounded<4>>, pool<queue::none>, pool<workers::none>, pool<expiry::after_idle>,
                             pool<growth::prestart>>;

template <class Pool>
class capacity_of : public testing::Test {};
TYPED_TEST_SUITE(capacity_of, pools, numbered);

TYPED_TEST(capacity_of, a_pool_is_never_exceeded) {
  for (const unsigned capacity : {1U, 2U, 3U}) {
    std::atomic<unsigned> running{0};
    std::atomic<unsigned> most{0};
    std::atomic<bool> over{false};
    TypeParam p{{.capacity = capacity, .idle_after = std::chrono::microseconds(20)}};
    const auto task = [&] {
      const unsigned now = ++running;
      for (unsigned seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --running;
    };
    constexpr int submitters = 4;
    std::barrier start(submitters + 1);
    std::vector<std::thread> threads;
    for (int s = 0; s < submitters; ++s)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        for (int n = 0; n < 300; ++n) give(p, task);
      });
    std::thread watcher([&] {
      start.arrive_and_wait();
      while (!over) {
        const stats s = p.stats();
        EXPECT_LE(s.workers, capacity);
        EXPECT_LE(s.idle, s.workers);
        EXPECT_LE(s.running, capacity);
        EXPECT_EQ(s.idle + s.running, s.workers);
        EXPECT_LE(s.waiting, 4U);
        std::this_thread::yield();
      }
    });
    for (std::thread& each : threads) each.join();
    p.wait_idle();
    over = true;
    watcher.join();
    EXPECT_LE(most, capacity);
    EXPECT_GE(most, 1U);
  }
}

}  // namespace
}  // namespace weir::tests
