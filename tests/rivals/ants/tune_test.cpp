// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace weir::rivals {
namespace {

template <class Cast>
class ants_tune : public testing::Test {};
TYPED_TEST_SUITE(ants_tune, every_kind, cast_name);

// TestPoolTuneScaleUp, which ants' lost wake-up can hang
TYPED_TEST(ants_tune, up_lets_in_those_who_wait) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 2});
    typename TypeParam::gate g;
    for (int n = 0; n < 2; ++n) EXPECT_EQ(TypeParam::give(p, g.task()), post_result::accepted);
    EXPECT_EQ(p.stats().workers, 2U);
    p.resize(0, 3);
    EXPECT_EQ(TypeParam::give(p, g.task()), post_result::accepted);
    EXPECT_EQ(p.stats().workers, 3U);
    std::vector<joined<P>> submitters;
    for (int n = 0; n < 5; ++n) submitters.emplace_back([&] { EXPECT_EQ(TypeParam::give(p, g.task()), post_result::accepted); });
    p.resize(0, 8);  // just while they decide whether to wait
    for (joined<P>& each : submitters) each.join();
    EXPECT_EQ(p.stats().workers, 8U);
    g.open();
    p.shutdown();
  });
}

TYPED_TEST(ants_tune, down_converges_and_does_not_overshoot) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 8});
    typename TypeParam::gate g;
    for (int n = 0; n < 8; ++n) EXPECT_EQ(TypeParam::give(p, g.task()), post_result::accepted);
    p.resize(0, 7);
    EXPECT_EQ(p.stats().workers, 8U) << "running tasks are not disturbed";
    g.open();
    p.wait_idle();
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 7; }));
    EXPECT_EQ(p.stats().workers, 7U);
  });
}

// TestRestCodeCoverage: bad options
TYPED_TEST(ants_tune, bad_options_are_refused) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    for (const unsigned capacity : {1U, TypeParam::no_limit})
      EXPECT_THROW((TypeParam::template make<P>({.capacity = capacity, .idle_after = -1ns})), std::invalid_argument);
    EXPECT_THROW((TypeParam::template make<P>({.capacity = 1, .min_workers = 2})), std::invalid_argument);
    auto all = TypeParam::template make<blocking::reject, P>({.capacity = 10, .idle_after = 10s});
    EXPECT_EQ(TypeParam::give(all, [] {}), post_result::accepted);
  });
}

// TestInfinitePool: no limit and PreAlloc
TEST(ants_prealloc, more_workers_than_places_are_refused) {
  EXPECT_THROW((presets::ants_prealloc<10>{{.capacity = 11}}), std::invalid_argument);
  presets::ants_prealloc<10> p{{.capacity = 10}};
  EXPECT_THROW(p.resize(0, 11), std::invalid_argument);
}

// TestRestCodeCoverage: many short tasks, and the life of a pool
TYPED_TEST(ants_tune, goes_on_under_load_and_after_the_release) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 20});
    tally<P> ran;
    const int tasks = TypeParam::many(10'000, 500);
    for (int n = 0; n < tasks; ++n) {
      EXPECT_EQ(TypeParam::give(p, [=] { ran.add(); }), post_result::accepted);
      if (n == tasks / 3) p.resize(0, 20);
      if (n == tasks / 2) p.resize(0, 2);
    }
    p.wait_idle();
    EXPECT_EQ(ran.count(), tasks);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers <= 2; }));
    p.shutdown();
    p.shutdown();
    EXPECT_EQ(TypeParam::give(p, [] { ADD_FAILURE() << "a refused task ran"; }), post_result::closed);
  });
}

}  // namespace
}  // namespace weir::rivals
