// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/never.hpp>
#include <weir/presets/workerpool.hpp>
#include <weir/presets/workerpool_light.hpp>

#include "tests/rivals/twins.hpp"
#include "tests/rivals/workerpool/pacer.hpp"

#include <gtest/gtest.h>

namespace weir::rivals {
namespace {

template <class Stage>
class workerpool_idle : public testing::Test {};
using workerpool_idle_kinds = twins<on_a_set_clock, presets::workerpool, presets::workerpool_light>;
TYPED_TEST_SUITE(workerpool_idle, workerpool_idle_kinds, cast_name);

template <class Stage, class Pool>
void wake_all(Pool& p, int workers) {
  {
    typename Stage::gate g;
    for (int n = 0; n < workers; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(Stage::comes([&] { return g.in() == workers; }));
  }
  p.wait_idle();
}

// TestWorkerTimeout
TYPED_TEST(workerpool_idle, workers_leave_one_per_period) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 20, .idle_after = 1s});
    wake_all<TypeParam>(p, 20);
    TypeParam::pass(1s - 1ns);
    EXPECT_EQ(p.stats().workers, 20U);
    TypeParam::pass(1ns + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 19; }));
    TypeParam::pass(1s - 1ns - TypeParam::late);
    EXPECT_EQ(p.stats().workers, 19U);
    TypeParam::pass(1ns + 2 * TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 18; }));
  });
}

// TestWorkerNoTimeout
TYPED_TEST(workerpool_idle, without_a_timeout_they_stay) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<expiry::never, P>({.capacity = 20, .idle_after = 1s});
    wake_all<TypeParam>(p, 20);
    for (int hour = 0; hour < 2; ++hour) {
      TypeParam::pass(1h);
      EXPECT_EQ(p.stats().idle, 20U);
    }
  });
}

template <class Cast>
class workerpool_paced : public testing::Test {};
using workerpool_paced_kinds = testing::Types<cast<in_a_world, kind<presets::workerpool, own_threads>>,
                                              cast<in_a_world, kind<presets::workerpool_light, a_carrier_each>>>;
TYPED_TEST_SUITE(workerpool_paced, workerpool_paced_kinds, cast_name);

// TestPacedWorkers; the pacer blocks
TYPED_TEST(workerpool_paced, tasks_start_at_the_pace_of_their_pacer) {
  using P = verify::simulated;
  in_a_world::play([] {
    const auto begin = P::clock::now();
    pacer<P> fast(100ms);
    pacer<P> slow(300ms);
    auto p = TypeParam::template make<P>({.capacity = 5});
    fast.pause();
    EXPECT_TRUE(fast.is_paused());
    tally<P> ran;
    for (int n = 0; n < 10; ++n) {
      EXPECT_EQ(p.post(fast.pace([=] { ran.add(); })), post_result::accepted);
      EXPECT_EQ(p.post(slow.pace([=] { ran.add(); })), post_result::accepted);
    }
    in_a_world::pass(500ms);
    fast.resume();
    EXPECT_FALSE(fast.is_paused());
    p.wait_idle();
    EXPECT_EQ(ran.count(), 20);
    EXPECT_GE(P::clock::now() - begin, 9 * 300ms);
  });
}

}  // namespace
}  // namespace weir::rivals
