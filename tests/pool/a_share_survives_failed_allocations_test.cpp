// SPDX-License-Identifier: Apache-2.0
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <vector>

namespace weir::tests {
namespace {

// Each allocation of a post fails once: the task stays with the caller, and the share goes on.
TEST(a_share_without_memory, leaves_a_task_that_it_cannot_take_with_the_caller) {
  if (!allocations_are_counted()) GTEST_SKIP() << "operator new cannot be replaced here";
  bool failed = true;
  int thrown = 0;
  for (int spared = 0; failed; ++spared) {
    thread_pool p{{.capacity = 1}};
    share part(p, {.capacity = 1});
    int ran = 0;
    task mine([&ran] { ++ran; });
    {
      const failing_allocation fails(spared);
      try {
        EXPECT_EQ(part.post(mine), post_result::accepted);
        EXPECT_FALSE(mine);
      } catch (const std::bad_alloc&) {
        ++thrown;
        EXPECT_TRUE(mine);
      }
      failed = fails.happened();
    }
    if (mine) give(part, mine);
    part.wait_idle();
    EXPECT_EQ(ran, 1);
  }
  EXPECT_GE(thrown, 1);
}

TEST(a_share_without_memory, runs_what_it_cannot_hand_back) {
  if (!allocations_are_counted()) GTEST_SKIP() << "operator new cannot be replaced here";
  bool failed = true;
  for (int spared = 0; failed; ++spared) {
    thread_pool p{{.capacity = 1}};
    share part(p, {.capacity = 1});
    hold busy;
    busy.occupy(part);
    int ran = 0;
    for (int n = 0; n < 10; ++n) give(part, [&ran] { ++ran; });
    std::vector<task> left;
    {
      const failing_allocation fails(spared);
      left = part.stop();
      failed = fails.happened();
    }
    busy.release();
    part.wait_idle();
    EXPECT_EQ(static_cast<std::size_t>(ran) + left.size(), 10U);
  }
}

}  // namespace
}  // namespace weir::tests
