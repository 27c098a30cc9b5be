// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/sleep.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <new>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class a_light_pool : public testing::Test {};
using pools = testing::Types<light_pool<>, light_pool<queue::none>, light_pool<queue::bounded<4>>>;
TYPED_TEST_SUITE(a_light_pool, pools, numbered);

// Whichever allocation of its first post fails: the post throws, or the coroutine waits as ever. It never runs where it could not wait.
TYPED_TEST(a_light_pool, accepts_no_coroutine_that_it_cannot_carry) {
  if (!allocations_are_counted()) GTEST_SKIP() << "allocations cannot be made to fail here";
  for (int spared = 0;; ++spared) {
    TypeParam p({.capacity = 2, .carriers = 1});
    event done;
    bool accepted = false, failed = false;
    {
      const failing_allocation one(spared);
      try {
        accepted = p.post([&]() -> coroutine<> {
          co_await sleep_for(1us);
          done.set();
        }) == post_result::accepted;
      } catch (const std::bad_alloc&) {
      }
      failed = one.happened();
    }
    if (accepted) {
      EXPECT_TRUE(done.wait_for()) << "allocation " << spared;
    }
    if (!failed) break;
  }
}

}  // namespace
}  // namespace weir::tests
