// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/never.hpp>
#include <weir/presets/workerpool.hpp>

#include "tests/rivals/stage.hpp"
#include "tests/rivals/workerpool/pacer.hpp"

#include <gtest/gtest.h>

namespace weir::rivals {
namespace {

template <class Stage>
class workerpool_idle : public testing::Test {};
TYPED_TEST_SUITE(workerpool_idle, timed, stage_name);

template <class Stage, class Pool>
void wake_all(Pool& p, int workers) {
  {
    gate<typename Stage::platform> g;
    for (int n = 0; n < workers; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(Stage::comes([&] { return g.in() == workers; }));
  }
  p.wait_idle();
}

// TestWorkerTimeout
TYPED_TEST(workerpool_idle, workers_leave_one_per_period) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    presets::workerpool<P> p{{.capacity = 20, .idle_after = 1s}};
    wake_all<TypeParam>(p, 20);
    TypeParam::pass(1s - 1ns);
    EXPECT_EQ(p.stats().workers, 20U);
    TypeParam::pass(1ns);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 19; }));
    TypeParam::pass(1s - 1ns);
    EXPECT_EQ(p.stats().workers, 19U);
    TypeParam::pass(1ns);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 18; }));
  });
}

// TestWorkerNoTimeout
TYPED_TEST(workerpool_idle, without_a_timeout_they_stay) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    presets::workerpool<expiry::never, P> p{{.capacity = 20, .idle_after = 1s}};
    wake_all<TypeParam>(p, 20);
    for (int hour = 0; hour < 2; ++hour) {
      TypeParam::pass(1h);
      EXPECT_EQ(p.stats().idle, 20U);
    }
  });
}

// TestPacedWorkers
TEST(workerpool_paced, tasks_start_at_the_pace_of_their_pacer) {
  using P = verify::simulated;
  in_a_world::play([] {
    const auto begin = P::clock::now();
    pacer<P> fast(100ms);
    pacer<P> slow(300ms);
    presets::workerpool<P> p{{.capacity = 5}};
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
