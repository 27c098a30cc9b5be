// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/watchdog.hpp>

#include <weir/agents/light.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

using watches = testing::Types<observer_case<observer::watchdog, false, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(watchdog, observer_conformance, watches, numbered);

std::vector<observer::long_task> found_by(auto& p, platform::time_span limit) {
  std::vector<observer::long_task> all;
  p.observer().check(limit, [&](const observer::long_task& t) { all.push_back(t); });
  return all;
}

template <class Pool>
void expect_a_task_with_the_place_of_its_post(Pool& p) {
  hold busy;
  const from_here here;
  busy.occupy(p, here);
  const auto found = found_by(p, 0s);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_TRUE(found[0].posted_at);
  EXPECT_EQ(found[0].posted_at->file, here.place.file);
  EXPECT_EQ(found[0].posted_at->line, here.place.line);
  busy.release();
  p.wait_idle();
  manual_clock::clock::advance(1ns);
  hold next;
  next.occupy(p);
  const auto without = found_by(p, 0s);
  ASSERT_EQ(without.size(), 1U);
  EXPECT_FALSE(without[0].posted_at);
  next.release();
}

TEST(watchdog, a_task_is_reported_with_the_place_of_what_it_runs_for_another_pool) {
  pool<observer::watchdog, manual_clock> p{{.capacity = 1}};
  pool<queue::bounded<1>, blocking::caller_runs, manual_clock> full{{.capacity = 1}};
  hold busy;
  busy.occupy(full);
  give(full, [] {});
  std::vector<observer::long_task> found;
  const from_here place;
  const auto looks = [&] { found = found_by(p, 0s); };
  give(
      p, [&] { give(full, looks, place); }, from_here());
  p.wait_idle();
  ASSERT_TRUE(found.size() == 1 && found[0].posted_at);
  EXPECT_EQ(found[0].posted_at->line, place.place.line);
}

TEST(watchdog, a_task_is_reported_with_the_place_of_its_post) {
  pool<observer::watchdog, manual_clock> p{{.capacity = 1}};
  expect_a_task_with_the_place_of_its_post(p);
}

TEST(watchdog, a_task_that_runs_for_the_limit_is_reported_once) {
  pool<observer::watchdog, manual_clock> p{{.capacity = 1}};
  EXPECT_TRUE(found_by(p, 0s).empty());
  for (int life = 0; life != 2; ++life) {
    hold busy;
    busy.occupy(p);
    EXPECT_TRUE(found_by(p, 1s).empty());
    manual_clock::clock::advance(1s - 1ns);
    EXPECT_TRUE(found_by(p, 1s).empty());
    manual_clock::clock::advance(3ns);
    const auto found = found_by(p, 1s);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].running, 1s + 2ns);
    EXPECT_EQ(found[0].worker, 0U);
    manual_clock::clock::advance(1h);
    EXPECT_TRUE(found_by(p, 1s).empty()) << "it was reported before";
    EXPECT_TRUE(found_by(p, std::chrono::hours::min()).empty());
    busy.release();
    p.wait_idle();
    manual_clock::clock::advance(1h);
    EXPECT_TRUE(found_by(p, 0s).empty()) << "nothing runs";
  }
}

TEST(watchdog, each_worker_has_a_number_and_keeps_it) {
  pool<observer::watchdog, manual_clock> p{{.capacity = 3}};
  for (int lap = 0; lap != 2; ++lap) {
    std::array<hold, 3> busy;
    for (hold& each : busy) each.occupy(p);
    manual_clock::clock::advance(1s);
    unsigned seen = 0;
    for (const auto& t : found_by(p, 1s)) seen += 1U << t.worker.value();
    EXPECT_EQ(seen, 7U);
    for (hold& each : busy) each.release();
    p.wait_idle();
  }
}

TEST(watchdog, a_task_that_a_caller_runs_is_reported_too) {
  pool<observer::watchdog, queue::none, blocking::caller_runs, manual_clock> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [&p] {  // runs here
    manual_clock::clock::advance(1s);
    give(p, [&p] {
      const auto found = found_by(p, 1s);
      ASSERT_EQ(found.size(), 2U) << "the inner one has just begun";
      EXPECT_EQ(found[0].worker, 0U);
      EXPECT_FALSE(found[1].worker.has_value());
      EXPECT_EQ(found[1].running, 1s);
    });
    EXPECT_TRUE(found_by(p, 1s).empty());
  });
  busy.release();
}

TEST(watchdog, a_task_that_has_ended_is_not_reported_however_it_ended) {
  using dog = observer::watchdog::on<manual_clock>;
  dog x;
  dog::per_worker worker;
  dog::per_caller callers;
  const auto found = [&x] {
    manual_clock::clock::advance(1h);
    int reports = 0;
    x.check(1s, [&reports](const observer::long_task&) { ++reports; });
    return reports;
  };
  using end = void (dog::*)(dog::per_worker&) noexcept;
  for (const end each : {&dog::completed, &dog::panicked, &dog::cancelled, &dog::suspended})
    for (dog::per_worker* at : std::initializer_list<dog::per_worker*>{&worker, &callers}) {
      x.began(*at);
      (x.*each)(*at);
      EXPECT_EQ(found(), 0);
      x.resumed(*at);
      EXPECT_EQ(found(), 1);
      (x.*each)(*at);
      EXPECT_EQ(found(), 0);
    }
}

struct before_zero : manual_clock {
  struct clock : manual_clock::clock {
    using time_point = std::chrono::time_point<clock>;
    static time_point now() noexcept { return time_point(manual_clock::clock::now().time_since_epoch() - std::chrono::hours(1'000'000)); }
  };
};

TEST(watchdog, a_clock_may_be_below_zero) {
  using dog = observer::watchdog::on<before_zero>;
  dog x;
  dog::per_worker worker;
  x.began(worker);
  manual_clock::clock::advance(1s);
  int reports = 0;
  x.check(1s, [&reports](const observer::long_task& t) {
    EXPECT_EQ(t.running, 1s);
    ++reports;
  });
  EXPECT_EQ(reports, 1);
}

/// Each lock of it may do something first.
struct interrupted : manual_clock {
  static inline std::function<void()> before;
  struct mutex : manual_clock::mutex {
    void lock(platform::where w = platform::where::current()) {
      if (const auto first = std::exchange(before, nullptr)) first();
      manual_clock::mutex::lock(w);
    }
  };
  using unique_lock = platform::unique_lock<mutex>;
};

TEST(watchdog, a_task_that_ends_while_it_is_reported_has_not_the_place_of_the_next_one) {
  using dog = observer::watchdog::on<interrupted>;
  dog x;
  dog::per_worker worker;
  x.began(worker);
  worker.posted_at.exchange(platform::where{"this one", "", 1});
  interrupted::before = [&] {
    x.completed(worker);
    x.began(worker);
    worker.posted_at.exchange(platform::where{"the next one", "", 2});
  };
  int reports = 0;
  x.check(0s, [&reports](const observer::long_task& t) {
    EXPECT_FALSE(t.posted_at);
    ++reports;
  });
  EXPECT_EQ(reports, 1);
}

TEST(watchdog, a_report_that_throws_ends_the_check) {
  pool<observer::watchdog, manual_clock> p{{.capacity = 2}};
  std::array<hold, 2> busy;
  for (hold& each : busy) each.occupy(p);
  const auto thrower = [](const observer::long_task&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(p.observer().check(0s, thrower), std::runtime_error);
  EXPECT_EQ(found_by(p, 0s).size(), 1U) << "the other task is found by the next check";
  for (hold& each : busy) each.release();
}

TEST(watchdog, a_task_of_a_light_pool_is_reported_with_the_place_of_its_post) {
  pool<agents::light, observer::watchdog, manual_clock> p{{.capacity = 1, .carriers = 1}};
  expect_a_task_with_the_place_of_its_post(p);
}

}  // namespace
}  // namespace weir::tests
