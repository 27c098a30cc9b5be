// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/coroutine.hpp>
#include <weir/dump.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/prometheus.hpp>
#include <weir/sleep.hpp>

#include "tests/support/dump_of.hpp"
#include "tests/support/exposition.hpp"
#include "tests/support/give.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <sstream>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

void advance(std::chrono::nanoseconds d) { manual_clock::clock::advance(d); }

static_assert(std::is_same_v<pool<observer::counters>::config_type::task, task>, "other pools keep no time with their tasks");
static_assert(!std::is_same_v<pool<observer::histograms>::config_type::task, task>);

template <class Pool>
class a_measured_pool : public testing::Test {};
template <class... Policies>
using measured = pool<observer::histograms, manual_clock, Policies...>;
using both = observer::all_of<observer::counters, observer::histograms>;
using measured_pools = testing::Types<measured<>, measured<queue::bounded<64>>, measured<queue::stealing>, measured<queue::keyed>,
                                      measured<agents::light>, pool<both, manual_clock>>;
TYPED_TEST_SUITE(a_measured_pool, measured_pools);

template <class Pool>
auto queued(Pool& p) {
  if constexpr (requires { p.observer().queued(); })
    return p.observer().queued();
  else
    return p.observer().template get<observer::histograms>().queued();
}

TYPED_TEST(a_measured_pool, knows_how_long_tasks_waited_whatever_the_post) {
  TypeParam p{{.capacity = 1}};
  auto paused = p.pause();
  give(p, [] {});
  advance(1us);
  EXPECT_EQ(p.try_post(task([] {})), post_result::accepted);
  advance(10us);
  auto found = p.submit([] { return 1; });
  EXPECT_EQ(p.post_bulk(std::array<std::function<void()>, 2>{[] {}, [] {}}).accepted, 2U);
  basic_any_pool<manual_clock> any = p;
  EXPECT_EQ(any.post([] {}), post_result::accepted);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(p.post([] {}, stopped.get_token()), post_result::accepted);
  advance(100us);
  EXPECT_EQ(queued(p).count(), 0U);
  paused.resume();
  EXPECT_EQ(found.get(), 1);
  p.wait_idle();
  const auto h = queued(p);
  EXPECT_EQ(h.count(), 7U);
  EXPECT_EQ(h.max(), 111us);
  EXPECT_GE(h.quantile(0.8), 110us);
  EXPECT_LT(h.quantile(0.7), 104us);
  EXPECT_GE(h.quantile(0.1), 100us);
}

TYPED_TEST(a_measured_pool, measures_the_first_wait_of_a_coroutine) {
  TypeParam p{{.capacity = 1}};
  auto paused = p.pause();
  give(p, []() -> basic_coroutine<void, manual_clock> { co_await yield<manual_clock>(); });
  advance(5us);
  paused.resume();
  p.wait_idle();
  EXPECT_EQ(queued(p).count(), 1U);
  EXPECT_EQ(queued(p).max(), 5us);
}

TYPED_TEST(a_measured_pool, begins_again_with_what_was_handed_back) {
  TypeParam p{{.capacity = 1}};
  auto paused = p.pause();
  int ran = 0;
  give(p, [&ran] { ++ran; });
  advance(1h);
  std::vector<task> back = p.purge();
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(p.post(back.front()), post_result::accepted);
  EXPECT_FALSE(back.front());
  advance(3us);
  paused.resume();
  p.wait_idle();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(queued(p).max(), 3us);
}

TEST(a_measured_pool, leaves_a_refused_task_with_its_owner) {
  measured<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  auto paused = p.pause();
  while (p.post([] {}) == post_result::accepted) {
  }
  int ran = 0;
  task t([&ran] { ++ran; });
  EXPECT_EQ(p.post(t), post_result::full);
  ASSERT_TRUE(t);
  t();
  EXPECT_EQ(ran, 1);
  p.shutdown();
  EXPECT_EQ(p.post(t), post_result::closed);
  EXPECT_TRUE(t);
}

TEST(a_measured_pool, measures_what_callers_run_and_what_is_handed_over) {
  measured<queue::none, blocking::caller_runs> p{{.capacity = 1}};
  give(p, [&p] {
    advance(5ns);
    give(p, [&p] {  // the only worker is busy, so this thread runs it
      advance(2ns);
      give(p, [] {});
    });
  });
  p.wait_idle();
  EXPECT_EQ(p.observer().queued().count(), 3U);
  EXPECT_EQ(p.observer().queued().max(), 0ns);
}

TEST(a_measured_pool, does_not_measure_what_it_drops) {
  measured<queue::bounded<1>, blocking::discard_oldest> p{{.capacity = 1}};
  auto paused = p.pause();
  for (int n = 0; n != 5; ++n) EXPECT_EQ(p.post([] {}), post_result::accepted);
  advance(1us);
  paused.resume();
  p.wait_idle();
  EXPECT_GE(p.observer().queued().count(), 1U);
  EXPECT_EQ(p.observer().queued().count(), p.observer().running().count());
}

TEST(a_measured_pool, is_dumped_with_the_wait_of_the_task_that_runs) {
  pool<both, manual_clock> p{{.capacity = 1}};
  start_worker(p);
  auto paused = p.pause();
  std::ostringstream in_task;
  give(p, [&] {
    advance(2s);
    dump(p, in_task);
  });
  advance(500ms);
  paused.resume();
  p.wait_idle();
  EXPECT_NE(in_task.str().find("worker 0 runs a task since 2 s, after 0.5 s in the queue\n"), std::string::npos) << in_task.str();
  std::ostringstream in_turn;
  paused = p.pause();
  auto wait_is_over = p.submit([&]() -> basic_coroutine<void, manual_clock> {
    co_await yield<manual_clock>();
    dump(p, in_turn);
  });
  advance(500ms);
  paused.resume();
  wait_is_over.get();
  EXPECT_EQ(in_turn.str().find("in the queue"), std::string::npos) << in_turn.str() << "this turn came from no queue";
}

TEST(a_measured_pool, is_dumped_with_the_age_of_its_queue) {
  measured<> p{{.capacity = 1}};
  start_worker(p);
  auto paused = p.pause();
  std::ostringstream queued, none;
  give(p, [&] {
    advance(2s);
    dump(p, queued);
  });
  advance(500ms);
  give(p, [&] { dump(p, none); });
  paused.resume();
  p.wait_idle();
  const std::string age = "  of the running tasks whose post is known the newest was posted 2.5 s ago: those queued have waited no longer";
  EXPECT_NE(queued.str().find(age), std::string::npos) << queued.str();
  EXPECT_EQ(none.str().find("the newest was posted"), std::string::npos) << none.str() << "nothing is queued";
}

TEST(a_measured_pool, is_written_for_prometheus_with_the_waits) {
  measured<> p{{.capacity = 1, .name = "a"}};
  auto paused = p.pause();
  give(p, [] {});
  advance(1024ns);
  paused.resume();
  p.wait_idle();
  std::ostringstream out;
  prometheus(p, out);
  const exposition page(out.str());
  EXPECT_EQ(page.types.at("weir_task_queued_seconds"), "histogram");
  EXPECT_EQ(page.series.at("weir_task_queued_seconds_bucket{pool=\"a\",le=\"0.000001023\"}"), 0);
  EXPECT_EQ(page.series.at("weir_task_queued_seconds_bucket{pool=\"a\",le=\"0.000002047\"}"), 1);
  EXPECT_EQ(page.series.at("weir_task_queued_seconds_count{pool=\"a\"}"), 1);
}

}  // namespace
}  // namespace weir::tests
