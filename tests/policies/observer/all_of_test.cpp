// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/all_of.hpp>

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/observer/sampled_histograms.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/policies/observer/spans.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <concepts>
#include <stop_token>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using observer::all_of;
using observer::counters;
using observer::histograms;
using observer::trace;
using observer::watchdog;

using many =
    testing::Types<observer_case<all_of<counters>, true>, observer_case<all_of<counters, histograms>, true>,
                   observer_case<all_of<watchdog, histograms, trace>, true>, observer_case<all_of<watchdog, histograms>, false, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(all_of, observer_conformance, many, numbered);

template <class... Observers>
using on = typename all_of<Observers...>::template on<platform::native>;

static_assert(!hears_of_waits<on<counters, observer::none>> && hears_of_waits<on<counters, histograms>>);
static_assert(std::same_as<for_callers<on<trace, histograms>>::type, on<trace, histograms>::per_caller>);

TEST(all_of, each_observer_is_told_of_every_task) {
  pool<all_of<histograms, trace, watchdog>, manual_clock, panic::ignore> p{{.capacity = 1}};
  give(p, [] { manual_clock::clock::advance(20ns); });
  give(p, [] {
    manual_clock::clock::advance(30ns);
    throw 1;
  });
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(p.post([] {}, stopped.get_token()), post_result::accepted);
  p.wait_idle();
  const stats s = p.stats();
  EXPECT_EQ(s.accepted, 3U);
  EXPECT_EQ(s.completed, 1U);
  EXPECT_EQ(s.panicked, 1U);
  EXPECT_EQ(s.cancelled, 1U);
  EXPECT_EQ(p.observer().get<histograms>().running().count(), 2U);
  EXPECT_EQ(p.observer().get<histograms>().running().max(), 30ns);
  const auto all = read(text_of(p.observer().get<trace>()));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].how, "threw");
  hold busy;
  busy.occupy(p);
  int reported = 0;
  p.observer().get<watchdog>().check(0s, [&](const observer::long_task&) { ++reported; });
  EXPECT_EQ(reported, 1);
  busy.release();
}

TEST(all_of, a_sample_stays_one_beside_an_observer_of_all) {
  using sampled = observer::sampled_histograms;
  constexpr unsigned tasks = 16'000;
  pool<all_of<sampled, counters>> alone{{.capacity = 2}};
  for (unsigned n = 0; n != tasks; ++n) give(alone, [] {});
  alone.wait_idle();
  EXPECT_GT(alone.observer().get<sampled>().queued().count(), tasks / 32) << "a sample of the sample";
  pool<all_of<sampled, histograms, all_of<observer::counters>>> p{{.capacity = 2}};
  for (unsigned n = 0; n != tasks; ++n) give(p, [] {});
  p.wait_idle();
  EXPECT_EQ(p.observer().get<histograms>().queued().count(), tasks);
  EXPECT_GT(p.observer().get<sampled>().queued().count(), tasks / 32);
  EXPECT_LT(p.observer().get<sampled>().queued().count(), tasks / 8);
  static_assert(stamps_one_in<all_of<sampled, observer::counters>::on<platform::native>> == 16);
  static_assert(stamps_one_in<all_of<sampled, histograms>::on<platform::native>> == 1);
}

TEST(all_of, calls_a_function_with_each_observer_in_order) {
  pool<all_of<histograms, watchdog>> p{{.capacity = 1}};
  std::vector<const void*> called;
  p.observer().for_each([&](auto& each) { called.push_back(&each); });
  EXPECT_EQ(called, (std::vector<const void*>{&p.observer().get<histograms>(), &p.observer().get<watchdog>()}));
}

TEST(all_of, tasks_that_callers_run_reach_each_observer_as_those_of_callers) {
  pool<all_of<trace, histograms>, queue::bounded<1>, blocking::caller_runs> p{{.capacity = 2}};
  constexpr unsigned tasks = 400;
  for (unsigned n = 0; n != tasks; ++n)
    give(p, [&p] {
      for (int m = 0; m < 2; ++m) give(p, [] {});  // runs inside this one when there is no room
    });
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, 3 * tasks);
  const auto all = read(text_of(p.observer().get<trace>()));
  EXPECT_EQ(all.size(), 3 * tasks);
  expect_nested(all);
  EXPECT_EQ(p.observer().get<histograms>().running().count(), 3 * tasks);
}

template <class Pool>
class all_of_with_coroutines : public testing::Test {};
using pools_with_turns = testing::Types<pool<all_of<counters, histograms>>, light_pool<all_of<counters, histograms>>>;
TYPED_TEST_SUITE(all_of_with_coroutines, pools_with_turns);

TYPED_TEST(all_of_with_coroutines, tells_of_a_wait_when_it_begins) {
  TypeParam p{{.capacity = 1, .carriers = 1}};
  async_semaphore gate(0);
  give(p, [&gate]() -> coroutine<> { co_await gate.acquire(); });
  auto& measured = p.observer().template get<histograms>();
  EXPECT_TRUE(eventually([&] { return measured.running().count() == 1; })) << "the turn that has ended in a wait";
  gate.release();
  p.wait_idle();
}

TYPED_TEST(all_of_with_coroutines, tells_of_waits_those_that_want_to_hear_of_them) {
  constexpr unsigned coroutines = 100;
  TypeParam p{{.capacity = 4, .carriers = 4}};
  for (unsigned n = 0; n != coroutines; ++n) give(p, []() -> coroutine<> { co_await yield(); });
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, coroutines);
  auto& measured = p.observer().template get<histograms>();
  EXPECT_TRUE(eventually([&] { return measured.running().count() == 2 * coroutines; })) << measured.running().count();
}

}  // namespace
}  // namespace weir::tests
