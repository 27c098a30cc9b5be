// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/never.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

namespace weir::rivals {
namespace {

template <class Cast>
class ants_purge : public testing::Test {};
TYPED_TEST_SUITE(ants_purge, every_kind_timed, cast_name);

// TestAntsPoolGetWorkerFromCache
TYPED_TEST(ants_purge, a_pool_whose_workers_have_all_left_starts_one_for_the_next_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 100, .idle_after = 1s});
    tally<P> ran;
    const int tasks = TypeParam::many(1000, 100);
    for (int n = 0; n < tasks; ++n) EXPECT_EQ(TypeParam::give(p, [=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    TypeParam::pass(2s);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; }));
    EXPECT_EQ(TypeParam::give(p, [=] { ran.add(); }), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return ran.count() == tasks + 1; }));
    EXPECT_EQ(p.stats().workers, 1U);
  });
}

// TestPurgePool
TYPED_TEST(ants_purge, all_idle_workers_leave) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    constexpr unsigned capacity = TypeParam::many(200, 50);
    auto p = TypeParam::template make<P>({.capacity = capacity, .idle_after = 1s});
    typename TypeParam::gate g;
    for (unsigned n = 0; n < capacity; ++n)
      EXPECT_EQ(TypeParam::give(p, TypeParam::in_turn(g.task(), n % 100 * 1ms)), post_result::accepted);
    EXPECT_EQ(p.stats().workers, capacity) << "as many workers as tasks";
    g.open();
    p.wait_idle();
    EXPECT_EQ(p.stats().workers, capacity) << "none is old yet";
    TypeParam::pass(1s + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; })) << "all should have been cleared";
  });
}

// TestPurgePreMallocPool
TYPED_TEST(ants_purge, the_only_worker_leaves_exactly_when_it_is_old_enough) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10, .idle_after = 1s});
    EXPECT_EQ(TypeParam::give(p, [] {}), post_result::accepted);
    p.wait_idle();
    TypeParam::pass(1s - 1ns);
    EXPECT_EQ(p.stats().workers, 1U) << "too early, as ants may be by half a second";
    TypeParam::pass(1ns + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; }));
  });
}

template <class Cast>
class ants_without_purge : public testing::Test {};
TYPED_TEST_SUITE(ants_without_purge, every_kind_timed, cast_name);

// TestWithDisablePurgePool, TestWithDisablePurgeAndWithExpirationPool, and those of PoolFunc
TYPED_TEST(ants_without_purge, everybody_stays_until_the_release) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    for (const unsigned capacity : {2U, 10U}) {
      auto p = TypeParam::template make<expiry::never, P>({.capacity = capacity, .idle_after = 100ms});
      typename TypeParam::gate g;
      for (unsigned n = 0; n < capacity; ++n) EXPECT_EQ(TypeParam::give(p, g.task()), post_result::accepted);
      EXPECT_EQ(p.stats().workers, capacity);
      g.open();
      p.wait_idle();
      TypeParam::pass(150ms);
      EXPECT_EQ(p.stats().workers, capacity) << "purged, although that is off";
      p.shutdown();
      EXPECT_TRUE(p.join_for(150ms));
      EXPECT_EQ(p.stats().workers, 0U);
      EXPECT_EQ(p.stats().capacity, capacity);
    }
  });
}

}  // namespace
}  // namespace weir::rivals
