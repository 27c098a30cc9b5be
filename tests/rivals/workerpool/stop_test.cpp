// SPDX-License-Identifier: Apache-2.0
#include <weir/presets/workerpool.hpp>
#include <weir/presets/workerpool_light.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weir::rivals {
namespace {

template <class Stage>
class workerpool_stop : public testing::Test {};
using workerpool_stop_kinds = twins<on_a_set_clock, presets::workerpool, presets::workerpool_light>;
TYPED_TEST_SUITE(workerpool_stop, workerpool_stop_kinds, cast_name);

// TestStop
TYPED_TEST(workerpool_stop, leaves_what_has_not_started) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto idle = TypeParam::template make<P>({.capacity = 20});
    {
      typename TypeParam::gate g;
      for (int n = 0; n < 20; ++n) EXPECT_EQ(idle.post(g.task()), post_result::accepted);
      EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 20; }));
    }
    idle.wait_idle();
    EXPECT_EQ(idle.state(), run_state::open);
    EXPECT_TRUE(idle.stop().empty());
    idle.join();
    EXPECT_EQ(idle.stats().workers, 0U);
    EXPECT_EQ(idle.state(), run_state::stopped);

    auto p = TypeParam::template make<P>({.capacity = 5});
    typename TypeParam::gate g;
    for (int n = 0; n < 20; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 5; }));
    auto left = p.stop();
    EXPECT_EQ(left.size(), 15U) << "lost there, handed back here";
    TypeParam::pass(10ms);
    g.open();
    p.join();
    EXPECT_EQ(g.out(), 5);
    EXPECT_TRUE(p.stop().empty()) << "the second time does nothing";
    p.join();
    for (auto& each : left) each();
    EXPECT_EQ(g.out(), 20) << "and may be run by whoever got them";
  });
}

// TestStopWait
TYPED_TEST(workerpool_stop, that_waits_runs_all) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 5});
    typename TypeParam::gate g;
    for (int n = 0; n < 20; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    p.shutdown();
    TypeParam::pass(10ms);
    g.open();
    p.join();
    EXPECT_EQ(g.out(), 20);
    EXPECT_EQ(p.state(), run_state::stopped);
    EXPECT_EQ(p.stats().workers, 0U);
    p.shutdown();
    p.join();
    auto empty = TypeParam::template make<P>({.capacity = 5});
    empty.shutdown();
    empty.join();
    EXPECT_EQ(empty.state(), run_state::stopped);
  });
}

// TestOverflow
TYPED_TEST(workerpool_stop, hands_back_exactly_what_waited) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 2});
    typename TypeParam::gate g;
    for (int n = 0; n < 64; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 2; }));
    EXPECT_EQ(p.stop().size(), 62U);
    g.open();
    p.join();
    EXPECT_EQ(g.out(), 2);
  });
}

// TestStopRace
TYPED_TEST(workerpool_stop, by_several_at_once_ends_for_all_when_the_tasks_end) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 20});
    typename TypeParam::gate g;
    for (int n = 0; n < 20; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 20; }));
    tally<P> stopping;
    tally<P> stopped;
    std::vector<joined<P>> stoppers;
    for (int n = 0; n < 5; ++n)
      stoppers.emplace_back([&] {
        stopping.add();
        EXPECT_TRUE(p.stop().empty());
        p.join();
        stopped.add();
      });
    EXPECT_TRUE(TypeParam::comes([&] { return stopping.count() == 5; }));
    EXPECT_EQ(stopped.count(), 0);
    g.open();
    EXPECT_TRUE(TypeParam::comes([&] { return stopped.count() == 5; }));
  });
}

// TestWorkerLeak
TYPED_TEST(workerpool_stop, leaves_no_thread) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10});
    for (int n = 0; n < 100; ++n) EXPECT_EQ(p.post(TypeParam::in_turn(1ms)), post_result::accepted);
    static_cast<void>(p.stop());
    p.join();
    EXPECT_EQ(p.stats().workers, 0U);
    EXPECT_TRUE(TypeParam::alone() || !TypeParam::leaves_no_thread);
  });
}

// TestPanicDo
TYPED_TEST(workerpool_stop, makes_every_post_answer_closed) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    static_cast<void>(p.stop());
    p.join();
    const auto task = [] { ADD_FAILURE() << "a refused task ran"; };
    EXPECT_EQ(p.post(task), post_result::closed);
    EXPECT_EQ(p.try_post(task), post_result::closed);
    try {
      p.run(task);
      ADD_FAILURE() << "run must tell";
    } catch (const not_run& e) {
      EXPECT_EQ(e.reason(), post_result::closed);
    }
  });
}

// Traps of workerpool's: a waiter whose task is dropped, and a stop from inside a task, never return there.
TYPED_TEST(workerpool_stop, is_heard_by_who_waits_for_a_dropped_task_and_may_come_from_a_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    typename TypeParam::gate g;
    const auto stops = [&] { static_cast<void>(p.stop()); };
    EXPECT_EQ(p.post(TypeParam::in_turn(g.task(), stops)), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 1; }));
    tally<P> told;
    joined<P> waiter([&] {
      try {
        p.run([] { ADD_FAILURE() << "it was dropped"; });
      } catch (const not_run& e) {
        EXPECT_EQ(e.reason(), post_result::cancelled);
        told.add();
      }
    });
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().queued == 1; }));
    g.open();
    EXPECT_TRUE(TypeParam::comes([&] { return told.count() == 1; }));
    p.join();
  });
}

}  // namespace
}  // namespace weir::rivals
