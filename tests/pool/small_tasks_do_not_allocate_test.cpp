// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace weir::tests {
namespace {

template <class Pool>
class a_warm_pool : public testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_are_counted()) GTEST_SKIP();
  }
};
using pools = testing::Types<pool<>, pool<queue::bounded<8>>, pool<queue::none>, pool<observer::counters>>;
TYPED_TEST_SUITE(a_warm_pool, pools, numbered);

/// How many allocations one post of a capture of `Bytes` costs, task and all.
template <std::size_t Bytes, class Pool>
unsigned long cost_of_a_post(Pool& p) {
  const std::array<unsigned char, Bytes> capture{};
  constexpr unsigned long posts = 1000;
  for (int n = 0; n < 600; ++n) {  // the worker, its thread, two segments
    give(p, [] {});
    p.wait_idle();
  }
  const unsigned long before = allocations();
  for (unsigned long n = 0; n < posts; ++n) {
    if (p.post([capture] { static_cast<void>(capture); }) != post_result::accepted) ADD_FAILURE();
    p.wait_idle();
  }
  return (allocations() - before + posts - 1) / posts;
}

TYPED_TEST(a_warm_pool, takes_captures_of_up_to_48_bytes_without_an_allocation) {
  TypeParam p{{.capacity = 1}};
  EXPECT_EQ(cost_of_a_post<1>(p), 0U);
  EXPECT_EQ(cost_of_a_post<48>(p), 0U);
}

TYPED_TEST(a_warm_pool, takes_bigger_ones_with_one) {
  TypeParam p{{.capacity = 1}};
  EXPECT_EQ(cost_of_a_post<49>(p), 1U);
}

TYPED_TEST(a_warm_pool, waits_and_tells_without_an_allocation) {
  TypeParam p{{.capacity = 1}};
  static_cast<void>(cost_of_a_post<1>(p));
  const unsigned long before = allocations();
  p.wait_idle();
  static_cast<void>(p.stats());
  static_cast<void>(p.state());
  p.resize(0, 1);
  EXPECT_EQ(allocations(), before);
}

TEST(a_small_task_that_throws_when_moved, is_kept_on_the_heap_so_that_moving_a_task_never_throws) {
  struct may_throw {
    may_throw() = default;
    may_throw(may_throw&&) noexcept(false) {}
    void operator()() const {}
  };
  if (!allocations_are_counted()) GTEST_SKIP();
  const unsigned long before = allocations();
  task t{may_throw{}};
  EXPECT_EQ(allocations(), before + 1);
  const task moved = std::move(t);
  EXPECT_EQ(allocations(), before + 1);
}

}  // namespace
}  // namespace weir::tests
