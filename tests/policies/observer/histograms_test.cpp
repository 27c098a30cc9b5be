// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/histograms.hpp>

#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <latch>
#include <stop_token>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

using measures = testing::Types<observer_case<observer::histograms, false, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(histograms, observer_conformance, measures, numbered);

using scale = observer::histograms::scale;

TEST(histograms, classes_follow_each_other_without_gaps) {
  EXPECT_EQ(scale::class_of(-1ns), 0U);
  for (std::size_t each = 0; each + 1 != scale::size; ++each) {
    const nanoseconds longest = scale::longest_of(each);
    EXPECT_EQ(scale::class_of(longest), each);
    EXPECT_EQ(scale::class_of(longest + 1ns), each + 1);
  }
  EXPECT_EQ(scale::class_of(nanoseconds::max()), scale::size - 1);
  EXPECT_GT(scale::longest_of(scale::size - 2), 1h);
  EXPECT_EQ(scale::longest_of(scale::size - 1), nanoseconds::max());
}

TEST(histograms, a_scale_of_one_class_an_octave_works_too) {
  using coarse = observer::time_scale<0, 2>;
  static_assert(coarse::size == 3);
  EXPECT_EQ(coarse::class_of(0ns), 0U);
  EXPECT_EQ(coarse::class_of(1ns), 1U);
  EXPECT_EQ(coarse::class_of(2ns), 2U);
  EXPECT_EQ(coarse::class_of(1h), 2U);
  EXPECT_EQ(coarse::longest_of(1), 1ns);
}

TEST(histograms, quantiles_are_those_of_the_sorted_list_but_for_three_percent) {
  EXPECT_TRUE(rc::check("a quantile is not too short, and too long by one part in 32 at most", [] {
    const auto list =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 3'000'000'000'000)));
    const double q = *rc::gen::element(0.0, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0);
    observer::shared_histogram<platform::native, scale> measured;
    for (const std::int64_t each : list) measured.add(nanoseconds(each));
    observer::histograms::histogram h;
    measured.add_to(h);
    auto sorted = list;
    std::ranges::sort(sorted);
    const double rank = std::ceil(q * static_cast<double>(sorted.size()));
    const std::int64_t exact = sorted[rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1];
    const std::int64_t told = h.quantile(q).count();
    RC_ASSERT(h.count() == list.size());
    RC_ASSERT(h.max().count() == sorted.back());
    RC_ASSERT(exact <= told && told <= exact + exact / 32);
    RC_ASSERT(h.count_to(h.max() * 2) == h.count());
  }));
}

TEST(histograms, a_pool_that_ran_nothing_says_zero) {
  pool<observer::histograms> p{{.capacity = 1}};
  const auto h = p.observer().running();
  EXPECT_EQ(h.count(), 0U);
  EXPECT_EQ(h.max(), 0ns);
  EXPECT_EQ(h.quantile(0.5), 0ns);
  EXPECT_EQ(h.sum(), 0.0);
}

auto takes(nanoseconds d) {
  return [d] { manual_clock::clock::advance(d); };
}

TEST(histograms, tasks_that_returned_or_threw_are_measured_and_cancelled_ones_are_not) {
  pool<observer::histograms, manual_clock, panic::ignore> p{{.capacity = 1}};
  for (int n = 0; n != 98; ++n) give(p, takes(20ns));
  give(p, [] {
    manual_clock::clock::advance(1500ns);
    throw 1;
  });
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(p.post(takes(1h), stopped.get_token()), post_result::accepted);
  give(p, takes(1min));
  p.wait_idle();
  const auto h = p.observer().running();
  EXPECT_EQ(h.count(), 100U);
  EXPECT_EQ(h.quantile(0.5), 20ns);
  EXPECT_EQ(h.quantile(0.98), 20ns);
  EXPECT_EQ(h.quantile(0.99), scale::longest_of(scale::class_of(1500ns)));
  EXPECT_EQ(h.quantile(0.999), 1min) << "no quantile exceeds the maximum";
  EXPECT_EQ(h.max(), 1min);
  EXPECT_EQ(h.count_to(31ns), 98U);
  EXPECT_NEAR(h.sum(), 60.0, 0.001);
  EXPECT_EQ(h.unmeasured(), 0U);
}

TEST(histograms, a_task_that_a_caller_runs_inside_another_is_part_of_it) {
  pool<observer::histograms, queue::none, blocking::caller_runs, manual_clock> p{{.capacity = 1}};
  give(p, [&p] {
    manual_clock::clock::advance(5ns);
    give(p, [&p] {  // the only worker is busy, so this thread runs it
      manual_clock::clock::advance(2ns);
      give(p, takes(3ns));
    });
  });
  p.wait_idle();
  const auto h = p.observer().running();
  EXPECT_EQ(h.count(), 3U);
  EXPECT_EQ(h.quantile(0.3), 3ns);
  EXPECT_EQ(h.quantile(0.6), 5ns);
  EXPECT_EQ(h.max(), 10ns);
}

TEST(histograms, what_callers_run_beyond_the_fixed_places_is_counted_as_unmeasured) {
  observer::histograms::on<manual_clock> measured;
  observer::histograms::on<manual_clock>::per_caller callers;
  for (int n = 0; n != 65; ++n) measured.began(callers);
  measured.began(callers);
  manual_clock::clock::advance(7ns);
  measured.completed(callers);
  EXPECT_EQ(measured.running().max(), 7ns) << "the innermost task has a place again";
  for (int n = 0; n != 65; ++n) measured.completed(callers);
  EXPECT_EQ(measured.running().count(), 1U);
  EXPECT_EQ(measured.running().unmeasured(), 65U);
}

TEST(histograms, what_one_caller_loses_the_others_keep) {
  observer::histograms::on<manual_clock> measured;
  observer::histograms::on<manual_clock>::per_caller callers;
  std::thread([&] {
    for (int n = 0; n != 4; ++n) measured.began(callers);
  }).join();
  for (int n = 0; n != 61; ++n) measured.began(callers);
  EXPECT_EQ(measured.running().unmeasured(), 61U) << "60 that had places, and the last; not the 4 of the other thread";
}

TEST(histograms, an_end_without_a_begin_is_not_counted) {
  observer::histograms::on<manual_clock> measured;
  observer::histograms::on<manual_clock>::per_worker mine;
  measured.began(mine);
  measured.cancelled(mine);
  measured.completed(mine);
  EXPECT_EQ(measured.running().count(), 0U);
}

using measured_by_hand = observer::histograms::on<manual_clock>;

TEST(histograms, workers_are_measured_by_themselves) {
  measured_by_hand x;
  std::array<measured_by_hand::per_worker, 2> workers;
  x.began(workers[0]);
  manual_clock::clock::advance(1ns);
  x.began(workers[1]);
  manual_clock::clock::advance(2ns);
  x.panicked(workers[0]);
  manual_clock::clock::advance(4ns);
  EXPECT_EQ(x.running().max(), 3ns);
  x.suspended(workers[1]);
  manual_clock::clock::advance(1h);
  for (auto& each : workers) x.began(each);
  EXPECT_EQ(x.running().max(), 6ns);
  EXPECT_EQ(x.running().count(), 2U);
}

TEST(histograms, callers_are_measured_by_their_threads) {
  measured_by_hand x;
  measured_by_hand::per_caller callers;
  std::latch begun(1);
  std::latch may_end(1);
  x.began(callers);
  manual_clock::clock::advance(1ns);
  std::thread other([&] {
    x.began(callers);
    begun.count_down();
    may_end.wait();
    x.completed(callers);
  });
  begun.wait();
  manual_clock::clock::advance(1ns);
  x.completed(callers);
  EXPECT_EQ(x.running().max(), 2ns);
  manual_clock::clock::advance(3ns);
  may_end.count_down();
  other.join();
  EXPECT_EQ(x.running().max(), 4ns);
  EXPECT_EQ(x.running().quantile(0.5), 2ns);
  x.began(callers);
  x.cancelled(callers);
  x.completed(callers);
  EXPECT_EQ(x.running().count(), 2U) << "what was cancelled is not measured";
}

TEST(histograms, tasks_without_a_length_have_a_class_too) {
  measured_by_hand x;
  measured_by_hand::per_worker mine;
  for (const auto d : {0ns, 0ns, 5ns}) {
    x.began(mine);
    manual_clock::clock::advance(d);
    x.completed(mine);
  }
  const auto h = x.running();
  EXPECT_EQ(h.quantile(0.5), 0ns);
  EXPECT_EQ(h.count_to(0ns), 2U);
  EXPECT_EQ(h.count_to(4ns), 2U);
  EXPECT_EQ(h.count_to(5ns), 3U);
  EXPECT_EQ(h.count_to(nanoseconds::max()), 3U);
}

TEST(histograms, tasks_of_many_workers_are_all_measured) {
  pool<observer::histograms, queue::bounded<4>, blocking::caller_runs> p{{.capacity = 8}};
  constexpr int tasks = 5000;
  for (int n = 0; n != tasks; ++n) give(p, [] {});
  p.wait_idle();
  EXPECT_EQ(p.observer().running().count(), static_cast<unsigned>(tasks));
  EXPECT_LE(p.observer().running().quantile(0.5), p.observer().running().max());
}

template <class Pool>
class histograms_of_coroutines : public testing::Test {};
using pools_with_turns = testing::Types<pool<observer::histograms>, light_pool<observer::histograms>>;
TYPED_TEST_SUITE(histograms_of_coroutines, pools_with_turns);

TYPED_TEST(histograms_of_coroutines, have_each_turn_once_whatever_thread_it_was_on) {
  constexpr int coroutines = 2000;
  TypeParam p{{.capacity = 4, .carriers = 4}};
  std::atomic<unsigned> waits{0};
  for (int n = 0; n != coroutines; ++n)
    give(p, [&waits]() -> coroutine<> {
      ++waits;
      co_await sleep_for(std::chrono::microseconds(10));
      ++waits;
      co_await yield();
    });
  p.wait_idle();
  EXPECT_TRUE(eventually([&] { return p.observer().running().count() == coroutines + waits; })) << p.observer().running().count();
}

TEST(histograms, outlive_the_workers_and_a_restart) {
  pool<observer::histograms> p{{.capacity = 2}};
  for (unsigned life = 1; life <= 3; ++life) {
    p.run([] {});
    p.shutdown();
    p.join();
    EXPECT_EQ(p.observer().running().count(), life);
    ASSERT_TRUE(p.restart());
  }
}

}  // namespace
}  // namespace weir::tests
