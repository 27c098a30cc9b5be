// SPDX-License-Identifier: Apache-2.0
// What has many places keeps them on the heap: a pool is often a local variable, and a thread's stack has a few MiB.
#include <weir/channel.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

namespace weir::tests {
namespace {

constexpr std::size_t some_stack = 512 * 1024;
static_assert(sizeof(channel<int, 1'000'000>) < some_stack);

template <class Pool>
class a_large_pool : public testing::Test {};
using pools = testing::Types<pool<queue::bounded<1'000'000>>, pool<queue::lockfree<65'533>>, pool<queue::spsc<1'000'000>>,
                             pool<workers::ring<1'000'000>>>;
TYPED_TEST_SUITE(a_large_pool, pools, numbered);

TYPED_TEST(a_large_pool, fits_on_the_stack_and_has_all_its_places) {
  static_assert(sizeof(TypeParam) < some_stack);
  TypeParam p{{.capacity = 1}};
  std::atomic<int> ran{0};
  {
    hold busy;
    busy.occupy(p);
    for (int n = 0; n != 65'533; ++n) give(p, [&ran] { ++ran; });
  }
  p.wait_idle();
  EXPECT_EQ(ran, 65'533);
}

static_assert(sizeof(pool<queue::bounded<1024>>) > 1024 * 64, "a modest queue lies in the pool itself");

}  // namespace
}  // namespace weir::tests
