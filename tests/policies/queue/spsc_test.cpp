// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/spsc.hpp>

#include <weir/pool.hpp>
#include <weir/verify/support/one_submitter.hpp>

#include "tests/conformance/queue_conformance.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

struct places {
  template <class Case>
  static std::string GetName(int) {
    return "room_for_" + std::to_string(Case::room);
  }
};

// The suite pushes from several threads, which is the one thing that this queue leaves to its users; it takes from several, too.
template <std::size_t N>
using in_turn = queue_case<verify::one_submitter<queue::spsc<N>>, N>;
using sizes = testing::Types<in_turn<1>, in_turn<2>, in_turn<3>, in_turn<64>>;
INSTANTIATE_TYPED_TEST_SUITE_P(spsc, queue_conformance, sizes, places);

TEST(spsc, never_allocates) {
  const unsigned long before = allocations();
  queue::spsc<8>::on<platform::native, int> q;
  for (int n = 0; n < 100; ++n) {
    int i = n;
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
  EXPECT_EQ(allocations(), before);
}

TEST(spsc, a_pool_with_it_has_one_worker) {
  using line = pool<queue::spsc<8>>;
  EXPECT_THROW((line{{.capacity = 2}}), std::invalid_argument);
  line p;
  EXPECT_EQ(p.stats().capacity, 1U);
}

TEST(spsc, one_submitter_and_one_worker_keep_the_order) {
  std::vector<int> order;
  {
    pool<queue::spsc<4>> p;
    for (int n = 0; n < 100'000; ++n) ASSERT_EQ(p.post([&order, n] { order.push_back(n); }), post_result::accepted);
  }
  ASSERT_EQ(order.size(), 100'000U);
  for (int n = 0; n < 100'000; ++n) ASSERT_EQ(order[static_cast<std::size_t>(n)], n);
}

TEST(spsc, others_may_take_tasks_back_while_the_worker_takes) {
  pool<queue::spsc<16>> p;
  constexpr int tasks = 30'000;
  int ran = 0;  // counted by the worker; `purged` by the purging thread
  int purged = 0;
  event over;
  std::thread purger([&] {
    while (!over.happened()) purged += static_cast<int>(p.purge().size());
  });
  for (int n = 0; n < tasks; ++n) EXPECT_EQ(p.post([&ran] { ++ran; }), post_result::accepted);
  p.wait_idle();
  over.set();
  purger.join();
  EXPECT_EQ(ran + purged, tasks);
}

TEST(spsc, stop_hands_back_the_rest_in_order) {
  pool<queue::spsc<4>> p;
  std::vector<int> order;
  hold busy;
  busy.occupy(p);
  for (int n = 0; n < 4; ++n) ASSERT_EQ(p.post([&order, n] { order.push_back(n); }), post_result::accepted);
  std::vector<task> rest = p.stop();
  for (task& each : rest) each();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
  busy.release();
}

}  // namespace
}  // namespace weir::tests
