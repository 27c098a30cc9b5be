// SPDX-License-Identifier: Apache-2.0
#include <weir/presets/workerpool.hpp>
#include <weir/presets/workerpool_light.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace weir::rivals {
namespace {

template <class Stage>
class workerpool_pause : public testing::Test {};
using workerpool_pause_kinds = twins<on_a_set_clock, presets::workerpool, presets::workerpool_light>;
TYPED_TEST_SUITE(workerpool_pause, workerpool_pause_kinds, cast_name);

// TestPause (a), (b), (c)
TYPED_TEST(workerpool_pause, waits_for_earlier_tasks_and_holds_later_ones) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 25});
    tally<P> ran;
    EXPECT_EQ(p.post(TypeParam::in_turn(1ms, [=] { ran.add(); })), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().queued == 0; }));
    {
      const auto paused = p.pause();
      EXPECT_EQ(ran.count(), 1) << "an earlier task was still running";
      EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
      TypeParam::pass(1ms);
      EXPECT_EQ(ran.count(), 1) << "it ran during the pause";
      EXPECT_EQ(p.stats().queued, 1U);
    }
    EXPECT_TRUE(TypeParam::comes([&] { return ran.count() == 2; }));
  });
}

// TestPause (d), (e): they queue up there and overlap here
TYPED_TEST(workerpool_pause, the_last_of_several_that_ends_ends_it) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 5});
    tally<P> ran;
    std::optional first(p.pause());
    std::optional second(p.pause());
    EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    first.reset();
    EXPECT_TRUE(TypeParam::never([&] { return ran.count() != 0; }));
    second.reset();
    EXPECT_TRUE(TypeParam::comes([&] { return ran.count() == 1; }));
    {
      joined<P> a([&] { const auto g = p.pause(); });
      joined<P> b([&] { const auto g = p.pause(); });
    }
    p.run([] {});
  });
}

// TestPause (f)
TYPED_TEST(workerpool_pause, ends_when_the_pool_is_closed_and_what_was_queued_runs) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 5});
    tally<P> ran;
    const auto first = p.pause();
    const auto second = p.pause();
    EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    p.shutdown();
    p.join();
    EXPECT_EQ(ran.count(), 1);
  });
}

// TestPause (g)
TYPED_TEST(workerpool_pause, of_a_stopped_pool_returns_at_once) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 5});
    static_cast<void>(p.stop());
    p.join();
    const auto paused = p.pause();
    EXPECT_EQ(p.state(), run_state::stopped) << "asking does not wait for a pause either";
  });
}

}  // namespace
}  // namespace weir::rivals
