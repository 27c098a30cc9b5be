// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class many_stoppers : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<4>>, pool<queue::none>>;
TYPED_TEST_SUITE(many_stoppers, pools, numbered);

TYPED_TEST(many_stoppers, all_return_and_share_what_was_left_between_them) {
  constexpr int stoppers = 5;
  for (int round = 0; round < 60; ++round) {
    TypeParam p{{.capacity = 2}};
    std::atomic<std::size_t> accepted{0};
    std::atomic<std::size_t> accounted{0};
    std::barrier start(stoppers + 2);
    std::vector<std::thread> threads;
    for (int s = 0; s < 2; ++s)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        while (p.post([&] { ++accounted; }) == post_result::accepted) ++accepted;
      });
    for (int s = 0; s < stoppers; ++s)
      threads.emplace_back([&, s] {
        start.arrive_and_wait();
        if (s % 2 == 0) {
          accounted += p.stop().size();
        } else {
          p.shutdown();
        }
        p.join();
        EXPECT_EQ(p.state(), run_state::stopped) << "join returned before the end";
      });
    for (std::thread& each : threads) each.join();
    ASSERT_EQ(accounted, accepted);
  }
}

TYPED_TEST(many_stoppers, tasks_may_be_among_them) {
  for (int round = 0; round < 60; ++round) {
    std::atomic<std::size_t> ran{0};
    std::atomic<std::size_t> handed_back{0};
    std::size_t accepted = 0;
    TypeParam p{{.capacity = 2}};
    for (int n = 0; n < 8; ++n)
      if (p.try_post([&] {
            ++ran;
            handed_back += p.stop().size();
            p.shutdown();
          }) == post_result::accepted)
        ++accepted;
    handed_back += p.stop().size();
    p.join();
    ASSERT_EQ(ran + handed_back, accepted);
  }
}

}  // namespace
}  // namespace weir::tests
