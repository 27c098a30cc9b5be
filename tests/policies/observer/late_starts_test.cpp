// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/late_starts.hpp>

#include <weir/coroutine.hpp>
#include <weir/from_here.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/task.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

using late_ones = testing::Types<observer_case<observer::late_starts, false, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(late_starts, observer_conformance, late_ones, numbered);

std::vector<observer::late_start> found_by(auto& observer) {
  std::vector<observer::late_start> all;
  EXPECT_EQ(observer.check([&](const observer::late_start& t) { all.push_back(t); }), 0U);
  return all;
}
bool is_at(const observer::late_start& t, const from_here& here) {
  return t.posted_at && t.posted_at->file == here.place.file && t.posted_at->line == here.place.line;
}

TEST(late_starts, are_those_that_waited_for_the_limit_each_with_its_place_once) {
  pool<observer::late_starts, manual_clock> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  const from_here here;
  give(
      p, [] {}, here);
  manual_clock::clock::advance(1ns);
  give(p, [] {});
  manual_clock::clock::advance(1s - 1ns);
  busy.release();
  p.wait_idle();
  const auto found = found_by(p.observer());
  ASSERT_EQ(found.size(), 1U) << "the other one had waited for less than a second";
  EXPECT_EQ(found[0].waited, 1s);
  EXPECT_TRUE(is_at(found[0], here));
  EXPECT_TRUE(found_by(p.observer()).empty());
}

TEST(late_starts, have_another_limit_from_now_on) {
  pool<observer::late_starts, manual_clock> p{{.capacity = 1}};
  for (const auto least : {10ms, 20ms}) {
    p.observer().limit(least);
    hold busy;
    busy.occupy(p);
    const from_here here;
    give(
        p, [] {}, here);
    give(p, [] {});
    manual_clock::clock::advance(10ms);
    busy.release();
    p.wait_idle();
    const auto found = found_by(p.observer());
    ASSERT_EQ(found.size(), least == 10ms ? 2U : 0U);
    if (found.empty()) continue;
    EXPECT_TRUE(is_at(found[0], here));
    EXPECT_FALSE(found[1].posted_at) << "the place is that of the task before";
  }
}

TEST(late_starts, are_kept_however_they_end) {
  pool<observer::late_starts, panic::ignore, manual_clock> p{{.capacity = 1}};
  p.observer().limit(1s);
  hold busy;
  busy.occupy(p);
  std::stop_source stop;
  const from_here here;
  give(
      p, [] { throw std::runtime_error("thrown"); }, here);
  give(
      p, [] { ADD_FAILURE() << "it was stopped"; }, stop.get_token(), here);
  manual_clock::clock::advance(1s);
  stop.request_stop();
  busy.release();
  p.wait_idle();
  const auto found = found_by(p.observer());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(is_at(found[0], here));
  EXPECT_TRUE(is_at(found[1], here)) << "it did not run, and had waited";
}

TEST(late_starts, have_their_own_place_and_not_that_of_a_task_which_they_run) {
  pool<observer::late_starts, manual_clock> p{{.capacity = 1}};
  p.observer().limit(1s);
  hold busy;
  busy.occupy(p);
  const from_here here;
  const auto runs_another = [&p] {
    give(
        p, [] {}, from_here());
    for (task& t : p.purge()) t();
  };
  give(p, runs_another);
  manual_clock::clock::advance(1s);
  busy.release();
  p.wait_idle();
  const auto without = found_by(p.observer());
  ASSERT_EQ(without.size(), 1U);
  EXPECT_FALSE(without[0].posted_at);

  hold again;
  again.occupy(p);
  give(p, runs_another, here);
  manual_clock::clock::advance(1s);
  again.release();
  p.wait_idle();
  const auto with = found_by(p.observer());
  ASSERT_EQ(with.size(), 1U);
  EXPECT_TRUE(is_at(with[0], here));
}

TEST(late_starts, may_be_coroutines) {
  pool<observer::late_starts, manual_clock> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  const from_here here;
  give(
      p, []() -> basic_coroutine<void, manual_clock> { co_return; }, here);
  manual_clock::clock::advance(1s);
  busy.release();
  p.wait_idle();
  const auto found = found_by(p.observer());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(is_at(found[0], here));
}

TEST(late_starts, of_which_too_many_come_between_two_checks_are_counted) {
  pool<observer::late_starts, manual_clock> p{{.capacity = 1}};
  for (int lap = 0; lap != 2; ++lap) {
    hold busy;
    busy.occupy(p);
    for (int n = 0; n != 70; ++n) give(p, [] {});
    manual_clock::clock::advance(1s);
    busy.release();
    p.wait_idle();
    std::size_t told = 0;
    EXPECT_EQ(p.observer().check([&told](const observer::late_start&) { ++told; }), 6U);
    EXPECT_EQ(told, 64U);
  }
}

TEST(late_starts, of_a_caller_have_no_place) {
  using late = observer::late_starts::on<manual_clock>;
  late x;
  late::per_caller callers;
  const auto posted = manual_clock::clock::now().time_since_epoch();
  manual_clock::clock::advance(1s);
  x.began(callers);
  x.taken(callers, posted);
  x.completed(callers);
  const auto found = found_by(x);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].waited, 1s);
  EXPECT_FALSE(found[0].posted_at);
}

TEST(late_starts, of_callers_overlap_and_are_all_kept) {
  using late = observer::late_starts::on<manual_clock>;
  late x;
  late::per_caller callers;
  const auto posted = manual_clock::clock::now().time_since_epoch();
  manual_clock::clock::advance(1s);
  for (int n = 0; n != 2; ++n) {
    x.began(callers);
    x.taken(callers, posted);
  }
  for (int n = 0; n != 2; ++n) x.completed(callers);
  EXPECT_EQ(found_by(x).size(), 2U);
}

TEST(late_starts, are_told_of_at_their_first_suspension) {
  using late = observer::late_starts::on<manual_clock>;
  late x;
  late::per_worker worker;
  const auto posted = manual_clock::clock::now().time_since_epoch();
  manual_clock::clock::advance(1s);
  x.began(worker);
  x.taken(worker, posted);
  x.suspended(worker);
  EXPECT_EQ(found_by(x).size(), 1U);
  x.resumed(worker);
  x.completed(worker);
  EXPECT_TRUE(found_by(x).empty()) << "it was told of before";
}

TEST(late_starts, for_which_there_is_no_place_are_written_nowhere) {
  struct {
    observer::late_starts::on<manual_clock> x;
    std::array<unsigned char, 2 * sizeof(observer::late_start)> behind{};
  } both;
  observer::late_starts::on<manual_clock>::per_caller callers;
  const auto posted = manual_clock::clock::now().time_since_epoch();
  manual_clock::clock::advance(1s);
  for (int n = 0; n != 66; ++n) both.x.taken(callers, posted);
  EXPECT_EQ(both.x.check([](const observer::late_start&) {}), 2U);
  EXPECT_EQ(both.behind, decltype(both.behind){});
}

/// Keeps the place of the post of each task, as a user's observer may.
struct places {
  using axis = axes::observer;
  template <class P>
  struct on : observer::none::on<P> {
    struct per_worker : observer::none::on<P>::per_worker {
      platform::place_note<P> posted_at;
    };
    void began(per_worker& mine) noexcept { last = &mine; }
    std::atomic<per_worker*> last = nullptr;
  };
};

TEST(late_starts, beside_others_that_keep_places_all_know_the_place) {
  using inner = observer::all_of<observer::late_starts, observer::watchdog>;
  pool<observer::all_of<observer::counters, inner, places>, manual_clock> p{{.capacity = 1}};
  hold busy, next;
  busy.occupy(p);
  const from_here here;
  give(p, next.task(), here);
  manual_clock::clock::advance(1s);
  busy.release();
  ASSERT_TRUE(next.begun());
  std::vector<observer::long_task> running;
  p.observer().get<inner>().get<observer::watchdog>().check(0s, [&](const observer::long_task& t) { running.push_back(t); });
  const auto noted = p.observer().get<places>().last.load()->posted_at.get();
  next.release();
  p.wait_idle();
  ASSERT_EQ(running.size(), 1U);
  EXPECT_TRUE(running[0].posted_at && running[0].posted_at->line == here.place.line);
  EXPECT_TRUE(noted && noted->line == here.place.line);
  const auto found = found_by(p.observer().get<inner>().get<observer::late_starts>());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(is_at(found[0], here));
}

}  // namespace
}  // namespace weir::tests
