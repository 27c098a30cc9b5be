// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/sampled_histograms.hpp>

#include <weir/pool.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/support/give.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

using samples = testing::Types<observer_case<observer::sampled_histograms, false, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(sampled_histograms, observer_conformance, samples, numbered);

/// Draws what a test says.
struct scripted : manual_clock {
  static bool one_in(unsigned) noexcept { return drawn; }
  static inline bool drawn = false;
};

using sampled_by_hand = observer::histograms_by<5, 37, 16>::on<scripted>;

TEST(sampled_histograms, measure_the_turns_that_are_drawn) {
  sampled_by_hand x;
  sampled_by_hand::per_worker worker;
  sampled_by_hand::per_caller callers;
  for (sampled_by_hand::per_worker* mine : {&worker, static_cast<sampled_by_hand::per_worker*>(&callers)}) {
    const auto before = x.running().count();
    for (const bool drawn : {false, true, false, false}) {
      scripted::drawn = drawn;
      x.began(*mine);
      manual_clock::clock::advance(drawn ? 7ns : 1h);
      x.completed(*mine);
    }
    EXPECT_EQ(x.running().count(), before + 1);
    EXPECT_EQ(x.running().max(), 7ns);
  }
  EXPECT_EQ(x.running().unmeasured(), 0U);
}

TEST(sampled_histograms, measure_a_task_of_a_caller_inside_one_that_is_not_measured) {
  sampled_by_hand x;
  sampled_by_hand::per_caller callers;
  scripted::drawn = false;
  x.began(callers);
  scripted::drawn = true;
  x.began(callers);
  scripted::drawn = false;
  x.began(callers);
  manual_clock::clock::advance(3ns);
  for (int n = 0; n != 3; ++n) {
    x.completed(callers);
    manual_clock::clock::advance(1h);
  }
  EXPECT_EQ(x.running().count(), 1U);
  EXPECT_EQ(x.running().max(), 1h + 3ns);
}

TEST(sampled_histograms, count_no_task_as_unmeasured_that_is_not_drawn) {
  sampled_by_hand x;
  sampled_by_hand::per_caller callers;
  for (int n = 0; n != 64; ++n) {
    scripted::drawn = n < 3;
    x.began(callers);
  }
  scripted::drawn = false;
  x.began(callers);
  EXPECT_EQ(x.running().unmeasured(), 3U);
}

TEST(sampled_histograms, measure_a_wait_whether_or_not_the_turn_is_measured) {
  sampled_by_hand x;
  sampled_by_hand::per_worker mine;
  for (const bool drawn : {false, true}) {
    scripted::drawn = drawn;
    const auto posted = manual_clock::clock::now().time_since_epoch();
    manual_clock::clock::advance(5ns);
    x.began(mine);
    EXPECT_EQ(mine.waited(), 0ns) << "this task's wait is not known yet";
    x.taken(mine, posted);
    EXPECT_EQ(mine.waited(), 5ns);
    x.completed(mine);
    EXPECT_EQ(x.queued().max(), 5ns);
  }
  EXPECT_EQ(x.queued().count(), 2U);
  EXPECT_EQ(x.running().count(), 1U);
}

TEST(sampled_histograms, end_a_late_turn_at_the_next_one_that_is_not_measured) {
  sampled_by_hand x;
  sampled_by_hand::per_worker mine;
  scripted::drawn = true;
  std::thread([&] { x.began(mine); }).join();
  manual_clock::clock::advance(2ns);
  scripted::drawn = false;
  x.began(mine);
  manual_clock::clock::advance(1h);
  x.completed(mine);
  EXPECT_EQ(x.running().count(), 1U);
  EXPECT_EQ(x.running().max(), 2ns);
}

TEST(sampled_histograms, are_about_a_sixteenth_of_all) {
  pool<observer::sampled_histograms> p{{.capacity = 2}};
  constexpr unsigned tasks = 16'000;
  for (unsigned n = 0; n != tasks; ++n) give(p, [] {});
  p.wait_idle();
  for (const auto count : {p.observer().running().count(), p.observer().queued().count()}) {
    EXPECT_GT(count, tasks / 32);
    EXPECT_LT(count, tasks / 8);
  }
}

}  // namespace
}  // namespace weir::tests
