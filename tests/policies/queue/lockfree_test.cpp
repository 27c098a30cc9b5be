// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/lockfree.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/queue_conformance.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

struct places {
  template <class Case>
  static std::string GetName(int) {
    return "room_for_" + std::to_string(Case::room);
  }
};

using sizes = testing::Types<queue_case<queue::lockfree<1>, 1>, queue_case<queue::lockfree<2>, 2>, queue_case<queue::lockfree<3>, 3>,
                             queue_case<queue::lockfree<64>, 64>>;
INSTANTIATE_TYPED_TEST_SUITE_P(lockfree, queue_conformance, sizes, places);

TEST(lockfree, never_allocates) {
  const unsigned long before = allocations();
  queue::lockfree<8>::on<platform::native, int> q;
  for (int n = 0; n < 100; ++n) {
    int i = n;
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
  EXPECT_EQ(allocations(), before);
}

// Boost's handles carry 16-bit tags: more laps than that over few nodes.
TEST(lockfree, a_pool_loses_nothing_over_many_laps) {
  pool<queue::lockfree<4>> p{{.capacity = 2}};
  std::atomic<int> ran{0};
  std::array<std::thread, 3> submitters;
  for (std::thread& each : submitters)
    each = std::thread([&] {
      for (int n = 0; n < 50'000; ++n) EXPECT_EQ(p.post([&ran] { ++ran; }), post_result::accepted);
    });
  for (std::thread& each : submitters) each.join();
  p.wait_idle();
  EXPECT_EQ(ran, 150'000);
}

}  // namespace
}  // namespace weir::tests
