// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <new>

namespace weir::tests {
namespace {

template <class Pool>
class a_group_without_memory : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::mutex_fifo>, pool<queue::none>>;
TYPED_TEST_SUITE(a_group_without_memory, pools, numbered);

// Each time the next allocation fails: of the task, of the ticket's place in the pool, of the worker.
TYPED_TEST(a_group_without_memory, throws_or_runs_the_task) {
  const std::array<char, 200> big{};
  bool happened = true;
  int failures = 0;
  for (int spared = 0; happened; ++spared) {
    auto p = std::make_unique<TypeParam>(options{.capacity = 1});
    std::atomic<int> ran{0};
    bool threw = false;
    {
      task_group g(*p);
      {
        const failing_allocation fail(spared);
        try {
          g.run([&ran, big] { ran += 1 + big[0]; });
        } catch (const std::bad_alloc&) {
          threw = true;
        }
        happened = fail.happened();
      }
      EXPECT_EQ(g.wait(), group_result::complete);
      EXPECT_EQ(ran, threw ? 0 : 1);
      g.run([&ran] { ++ran; });
      EXPECT_EQ(g.wait(), group_result::complete);
      EXPECT_EQ(ran, threw ? 1 : 2) << "the group was not as before";
    }
    if (happened) ++failures;
    ASSERT_LT(spared, 200) << "it never succeeds";
  }
  EXPECT_GE(failures, allocations_are_counted() ? 2 : 0) << "the callable and its place in the list, at least";
}

TYPED_TEST(a_group_without_memory, is_not_made) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation fails in this build";
  TypeParam p{{.capacity = 1}};
  const failing_allocation fail(0);
  EXPECT_THROW(task_group g(p), std::bad_alloc);
}

TEST(a_group, allocates_once_a_task) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation is counted in this build";
  thread_pool p{{.capacity = 1}};
  task_group g(p);
  for (int n = 0; n < 10'000; ++n) g.run([] {});  // warms the pool up
  g.wait();
  p.wait_idle();
  const auto before = allocations();
  for (int n = 0; n < 100; ++n) {
    g.run([] {});
    g.wait();
  }
  EXPECT_LE(allocations() - before, 101U);
}

}  // namespace
}  // namespace weir::tests
