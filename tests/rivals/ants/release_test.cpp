// SPDX-License-Identifier: Apache-2.0
#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <system_error>
#include <vector>

namespace weir::rivals {
namespace {

template <class Cast>
class ants_release : public testing::Test {};
TYPED_TEST_SUITE(ants_release, every_kind_timed, cast_name);

// TestRebootNewPool
TYPED_TEST(ants_release, is_undone_by_a_reboot) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10});
    EXPECT_FALSE(p.restart()) << "an open pool has nothing to be rebooted for";
    tally<P> ran;
    EXPECT_EQ(TypeParam::give(p, [=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    p.shutdown();
    EXPECT_TRUE(p.join_for(1s));
    EXPECT_EQ(TypeParam::give(p, [] { ADD_FAILURE() << "a refused task ran"; }), post_result::closed);
    EXPECT_TRUE(p.restart());
    EXPECT_EQ(TypeParam::give(p, [=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(ran.count(), 2);
  });
}

// TestRebootNewPoolCalc, TestRebootNewPoolWithPreAllocCalc
TYPED_TEST(ants_release, and_a_reboot_lose_no_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10});
    for (int life = 0; life < 2; ++life) {
      tally<P> sum;
      for (int n = 0; n < 1000; ++n) EXPECT_EQ(TypeParam::give(p, [=] { sum.add(n); }), post_result::accepted);
      p.wait_idle();
      EXPECT_EQ(sum.count(), 499'500);
      p.shutdown();
      EXPECT_TRUE(p.join_for(1s));
      EXPECT_TRUE(p.restart());
    }
  });
}

// TestReleaseWhenRunningPool
TYPED_TEST(ants_release, answers_the_producers_of_a_busy_pool) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    typename TypeParam::gate busy;
    EXPECT_EQ(TypeParam::give(p, busy.task()), post_result::accepted);
    tally<P> refused;
    std::vector<joined<P>> producers;
    for (int n = 0; n < 2; ++n)
      producers.emplace_back([&] {
        for (int task = 0; task < 30; ++task)
          if (TypeParam::give(p, [] {}) == post_result::closed) refused.add();
      });
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().waiting == 2; }));
    p.shutdown();
    for (joined<P>& each : producers) each.join();  // although the task that keeps the worker goes on
    EXPECT_EQ(refused.count(), 60);
    EXPECT_EQ(busy.out(), 0);
  });
}

// TestReleaseTimeout
TYPED_TEST(ants_release, with_a_timeout_waits_for_tasks_that_run) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10});
    tally<P> done;
    for (int n = 0; n < 5; ++n) EXPECT_EQ(TypeParam::give(p, TypeParam::in_turn(1s, [=] { done.add(); })), post_result::accepted);
    EXPECT_NE(p.stats().workers, 0U);
    p.shutdown();
    EXPECT_TRUE(p.join_for(2s));
    EXPECT_EQ(done.count(), 5);
    EXPECT_EQ(p.stats().workers, 0U);
  });
}

// The other outcome, which ants has no test for
TYPED_TEST(ants_release, with_a_timeout_says_when_it_was_too_short) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    typename TypeParam::gate busy;
    EXPECT_EQ(TypeParam::give(p, busy.task()), post_result::accepted);
    p.shutdown();
    tally<P> over;
    joined<P> time([over] {
      while (over.count() == 0) TypeParam::pass(1s);
    });
    EXPECT_FALSE(p.join_for(2s));
    over.add();
    EXPECT_EQ(p.state(), run_state::closing);
    busy.open();
    p.join();  // ants can only be waited for once
    EXPECT_EQ(p.state(), run_state::stopped);
    EXPECT_TRUE(p.join_for(0s)) << "an end that has come has come";
  });
}

// In ants it runs into its timeout.
TYPED_TEST(ants_release, that_waits_for_its_own_task_is_found_out) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    tally<P> refused;
    EXPECT_EQ(TypeParam::give(p,
                              [&, refused] {
                                p.shutdown();
                                try {
                                  static_cast<void>(p.join_for(1s));
                                } catch (const std::system_error&) {
                                  refused.add();
                                }
                              }),
              post_result::accepted);
    p.join();
    EXPECT_EQ(refused.count(), 1);
  });
}

}  // namespace
}  // namespace weir::rivals
