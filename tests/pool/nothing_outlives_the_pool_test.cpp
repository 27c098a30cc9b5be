// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

/// Raised while a worker's thread exists, its thread_local objects included.
std::atomic<int> threads_with_a_task{0};
struct raised_while_the_thread_lives {
  raised_while_the_thread_lives() { ++threads_with_a_task; }
  ~raised_while_the_thread_lives() { --threads_with_a_task; }
};
void mark_the_thread() {
  thread_local const raised_while_the_thread_lives mark;
  static_cast<void>(&mark);
}

template <class Pool>
class the_end_of_a_pool : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::bounded<4>>, pool<queue::none>, pool<expiry::after_idle>, pool<growth::prestart>>;
TYPED_TEST_SUITE(the_end_of_a_pool, pools, numbered);

TYPED_TEST(the_end_of_a_pool, is_the_end_of_its_threads) {
  for (int round = 0; round < 100; ++round) {
    {
      TypeParam p{{.capacity = 3, .idle_after = std::chrono::microseconds(10)}};
      for (int n = 0; n < 6; ++n) give(p, mark_the_thread);
    }
    ASSERT_EQ(threads_with_a_task, 0) << "a thread was still running after the destructor";
  }
  EXPECT_TRUE(eventually([] { return threads_alive() == 0; }));
}

TYPED_TEST(the_end_of_a_pool, is_the_end_of_its_threads_after_join_too) {
  TypeParam p{{.capacity = 3}};
  for (int round = 0; round < 100; ++round) {
    for (int n = 0; n < 6; ++n) give(p, mark_the_thread);
    p.shutdown();
    std::thread another([&] { p.join(); });
    p.join();
    ASSERT_EQ(threads_with_a_task, 0) << "a thread was still running after join";
    another.join();
    ASSERT_TRUE(p.restart());
  }
}

TYPED_TEST(the_end_of_a_pool, comes_in_any_state_of_its_workers) {
  for (int round = 0; round < 200; ++round) {
    auto p = std::make_unique<TypeParam>(options{.capacity = 2, .idle_after = std::chrono::microseconds(round % 20)});
    const auto held = std::make_shared<int>(0);
    for (int n = 0; n < round % 5; ++n) give(*p, [held] {});
    if (round % 2 == 0) p->wait_idle();
    if (round % 3 == 0) p->shutdown();
    p.reset();
    ASSERT_EQ(held.use_count(), 1);
  }
}

}  // namespace
}  // namespace weir::tests
